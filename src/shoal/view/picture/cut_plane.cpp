#include "shoal/view/picture/cut_plane.h"

#include <map>

#include "shoal/core/error.h"

namespace shoal {

namespace {

// Clips triangle by triangle. Triangles with a common edge share its intersection point, so that
// the surface stays connected.
class Clipper {
 public:
  Clipper(const CutPlane& cut, const PictureMesh& wall) : wall_(wall), clipped_(wall) {
    clipped_.triangles.clear();
    clipped_.closed = false;
    for (const Vec3d& v : wall.vertices) beyond_.push_back(cut.beyond(v));
  }

  PictureMesh run() {
    for (const auto& t : wall_.triangles) add(t);
    return std::move(clipped_);
  }

 private:
  bool isKept(std::uint32_t v) const { return !(beyond_[v] > 0); }

  void add(const std::array<std::uint32_t, 3>& t) {
    std::array<std::uint32_t, 4> corners{};
    std::size_t n = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3];
      if (isKept(a)) corners[n++] = a;
      if (isKept(a) != isKept(b)) corners[n++] = crossing(std::min(a, b), std::max(a, b));
    }
    for (std::size_t k = 2; k < n; ++k)
      clipped_.triangles.push_back({corners[0], corners[k - 1], corners[k]});
  }

  std::uint32_t crossing(std::uint32_t a, std::uint32_t b) {
    const auto next = static_cast<std::uint32_t>(clipped_.vertices.size());
    const auto [known, isNew] = crossings_.try_emplace({a, b}, next);
    if (!isNew) return known->second;
    const double share = beyond_[a] / (beyond_[a] - beyond_[b]);
    const Vec3d from = wall_.vertices[a], to = wall_.vertices[b];
    clipped_.vertices.push_back(from + share * (to - from));
    if (wall_.values.size() == wall_.vertices.size())
      clipped_.values.push_back(std::lerp(wall_.values[a], wall_.values[b], float(share)));
    if (wall_.normals.size() == wall_.vertices.size())
      clipped_.normals.push_back(
          normalised(wall_.normals[a] + float(share) * (wall_.normals[b] - wall_.normals[a])));
    return next;
  }

  const PictureMesh& wall_;
  PictureMesh clipped_;
  std::vector<double> beyond_;  // of each vertex of the surface
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> crossings_;
};

}  // namespace

CutPlane::CutPlane(const ViewCutParams& params)
    : point_(params.point), normal_(normalised(params.normal)) {
  if (!isFinite(point_) || !isFinite(normal_)) fail("a cut has a number that is not finite");
  if (normal_ == Vec3d{}) fail("the normal of a cut must not be zero");
}

PictureMesh CutPlane::kept(const PictureMesh& wall) const { return Clipper(*this, wall).run(); }

}  // namespace shoal
