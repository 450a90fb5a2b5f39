#include "shoal/bodies/rigid/triangle_edges.h"

#include <map>

namespace shoal {

namespace {

constexpr double kNear = 1e-3;  // of the size of the triangle: a point nearer to an edge is on it
constexpr double kFlat = 1e-6;  // likewise: a neighbour that falls off by less is coplanar

double distanceTo(const Vec3d& p, const Vec3d& from, const Vec3d& to) {
  const Vec3d along = to - from;
  const double t = std::clamp(dot(p - from, along) / dot(along, along), 0.0, 1.0);
  return length(p - (from + t * along));
}

}  // namespace

TriangleEdges::TriangleEdges(const TriangleMesh& mesh) {
  using Key = std::pair<std::uint32_t, std::uint32_t>;
  std::map<Key, std::vector<std::uint32_t>> opposite;  // far corners of the triangles at an edge
  for (const Triangle& t : mesh.triangles)
    for (std::size_t i = 0; i < 3; ++i)
      opposite[std::minmax(t[i], t[(i + 1) % 3])].push_back(t[(i + 2) % 3]);

  for (std::size_t n = 0; n < mesh.triangles.size(); ++n) {
    const Triangle& t = mesh.triangles[n];
    const auto [a, b, c] = corners(mesh, n);
    Face face{normalised(cross(b - a, c - a)),
              std::max({length(b - a), length(c - b), length(a - c)}),
              {}};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t j = t[i], k = t[(i + 1) % 3], own = t[(i + 2) % 3];
      face.edges[i] = {mesh.vertices[j], mesh.vertices[k], {}};
      const std::vector<std::uint32_t>& far = opposite[std::minmax(j, k)];
      if (far.size() == 2) face.edges[i].beyond = mesh.vertices[far[0] == own ? far[1] : far[0]];
    }
    faces_.push_back(face);
  }
}

Vec3d TriangleEdges::away(std::size_t triangle, const Vec3d& point, const Vec3d& direction) const {
  const Face& face = faces_[triangle];
  const Vec3d up = dot(direction, face.normal) < 0 ? -face.normal : face.normal;
  if (dot(direction, up) > 1 - 1e-6) return direction;
  for (const Edge& edge : face.edges) {
    if (distanceTo(point, edge.from, edge.to) > kNear * face.size || !edge.beyond) continue;
    const bool sticksOut = dot(*edge.beyond - edge.from, up) < -kFlat * face.size;
    if (!sticksOut) return up;
  }
  return direction;
}

}  // namespace shoal
