#include "shoal/geometry/repair/mesh_orientation.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "shoal/core/error.h"
#include "shoal/geometry/distance/distance.h"

namespace shoal {

namespace {

constexpr std::uint32_t kNone = ~0u;
constexpr std::size_t kMostParts = 20'000;  // each is tested for being inside another

struct EdgeUse {
  std::uint32_t low = 0, high = 0;
  std::uint32_t triangle = 0;
  bool forward = false;  // from low to high
};

struct Neighbour {
  std::uint32_t triangle = kNone;
  bool sameWay = false;  // both run along the edge in the same direction, and so face apart
};

using Neighbours = std::vector<std::array<Neighbour, 3>>;

// Across edges of exactly two triangles.
Neighbours neighboursOf(const TriangleMesh& mesh) {
  std::vector<EdgeUse> uses;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = mesh.triangles[t][i], b = mesh.triangles[t][(i + 1) % 3];
      uses.push_back({std::min(a, b), std::max(a, b), t, a < b});
    }
  std::sort(uses.begin(), uses.end(), [](const EdgeUse& a, const EdgeUse& b) {
    return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
  });

  Neighbours neighbours(mesh.triangles.size());
  std::vector<std::size_t> count(mesh.triangles.size());
  for (std::size_t begin = 0, end; begin < uses.size(); begin = end) {
    end = begin + 1;
    while (end < uses.size() && uses[end].low == uses[begin].low &&
           uses[end].high == uses[begin].high)
      ++end;
    if (end - begin != 2) continue;
    const EdgeUse &a = uses[begin], &b = uses[begin + 1];
    const bool sameWay = a.forward == b.forward;
    neighbours[a.triangle][count[a.triangle]++] = {b.triangle, sameWay};
    neighbours[b.triangle][count[b.triangle]++] = {a.triangle, sameWay};
  }
  return neighbours;
}

// Triangles that can be reached from one another across edges.
struct Patch {
  std::vector<std::uint32_t> triangles;
  bool closed = true;
};

class Orientation {
 public:
  explicit Orientation(TriangleMesh& mesh)
      : mesh_(mesh), neighbours_(neighboursOf(mesh)), turned_(mesh.triangles.size()) {}

  std::vector<bool> unify() {
    std::vector<bool> seen(mesh_.triangles.size());
    for (std::uint32_t t = 0; t < mesh_.triangles.size(); ++t)
      if (!seen[t]) patches_.push_back(spread(t, seen));
    for (std::size_t t = 0; t < turned_.size(); ++t)
      if (turned_[t]) std::swap(mesh_.triangles[t][1], mesh_.triangles[t][2]);
    faceOutwards();
    return turned_;
  }

 private:
  Patch spread(std::uint32_t start, std::vector<bool>& seen) {
    Patch patch{{start}, true};
    seen[start] = true;
    for (std::size_t i = 0; i < patch.triangles.size(); ++i) {
      const std::uint32_t t = patch.triangles[i];
      for (const Neighbour& beside : neighbours_[t]) {
        if (beside.triangle == kNone) {
          patch.closed = false;
          continue;
        }
        const bool turns = turned_[t] != beside.sameWay;
        if (!seen[beside.triangle]) {
          seen[beside.triangle] = true;
          turned_[beside.triangle] = turns;
          patch.triangles.push_back(beside.triangle);
        }
      }
    }
    const auto isTurned = [&](std::uint32_t t) { return bool(turned_[t]); };
    const auto turns = std::count_if(patch.triangles.begin(), patch.triangles.end(), isTurned);
    if (2 * static_cast<std::size_t>(turns) > patch.triangles.size())
      for (const std::uint32_t t : patch.triangles) turned_[t] = !turned_[t];
    return patch;
  }

  // With corners of their own: as large as the patch, not as the mesh.
  TriangleMesh meshOf(const Patch& patch) const {
    TriangleMesh mesh;
    for (const std::uint32_t t : patch.triangles) {
      const auto n = static_cast<std::uint32_t>(mesh.vertices.size());
      for (const Vec3d& p : corners(mesh_, t)) mesh.vertices.push_back(p);
      mesh.triangles.push_back({n, n + 1, n + 2});
    }
    return mesh;
  }

  void faceOutwards() {
    std::erase_if(patches_, [](const Patch& patch) { return !patch.closed; });
    if (patches_.size() > kMostParts)
      fail("the mesh has {} closed parts; keep below {}", patches_.size(), kMostParts);
    std::vector<int> depth(patches_.size());
    std::vector<bool> inverted(patches_.size());
    for (std::size_t p = 0; p < patches_.size(); ++p) {
      const TriangleMesh shell = meshOf(patches_[p]);
      inverted[p] = shell.signedVolume() < 0;
      if (patches_.size() == 1) break;
      const Box3d bounds = shell.bounds();
      const MeshDistance distance(shell);
      for (std::size_t q = 0; q < patches_.size(); ++q) {
        const Vec3d& point = mesh_.vertices[mesh_.triangles[patches_[q].triangles[0]][0]];
        if (q != p && bounds.contains(point) && distance.signedDistance(point) < 0) ++depth[q];
      }
    }
    for (std::size_t p = 0; p < patches_.size(); ++p)
      if (inverted[p] != (depth[p] % 2 == 1)) turn(patches_[p]);
  }

  void turn(const Patch& patch) {
    for (const std::uint32_t t : patch.triangles) {
      std::swap(mesh_.triangles[t][1], mesh_.triangles[t][2]);
      turned_[t] = !turned_[t];
    }
  }

  TriangleMesh& mesh_;
  Neighbours neighbours_;
  std::vector<bool> turned_;
  std::vector<Patch> patches_;
};

}  // namespace

std::vector<bool> unifyOrientation(TriangleMesh& mesh) { return Orientation(mesh).unify(); }

}  // namespace shoal
