#include "shoal/geometry/mesh/triangle_mesh.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/error.h"

namespace shoal {

Box3d TriangleMesh::bounds() const {
  Box3d box;
  for (const Vec3d& v : vertices) box.extend(v);
  return box;
}

double TriangleMesh::signedVolume() const {
  if (vertices.empty()) return 0;
  // Tetrahedra to a point of the mesh itself: less cancellation far from the origin.
  const Vec3d o = vertices.front();
  double sixfold = 0;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto [a, b, c] = corners(*this, t);
    sixfold += dot(a - o, cross(b - o, c - o));
  }
  return sixfold / 6;
}

double typicalEdge(std::span<const Triangle> triangles, std::span<const Vec3d> vertices) {
  double sum = 0;
  for (const auto& [a, b, c] : triangles)
    sum += std::min({length(vertices[b] - vertices[a]), length(vertices[c] - vertices[b]),
                     length(vertices[a] - vertices[c])});
  return triangles.empty() ? 0 : sum / static_cast<double>(triangles.size());
}

void requireUsable(const TriangleMesh& mesh) {
  if (mesh.triangles.empty()) fail("the mesh has no triangles; give it at least one");
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    for (const double x : {mesh.vertices[v].x, mesh.vertices[v].y, mesh.vertices[v].z})
      if (!(std::abs(x) <= kLargestCoordinate))
        fail("vertex {} of the mesh has the coordinate {}; keep within {} m", v, x,
             kLargestCoordinate);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (const std::uint32_t v : mesh.triangles[t])
      if (v >= mesh.vertices.size())
        fail("triangle {} of the mesh names vertex {} of {}; count vertices from 0", t, v,
             mesh.vertices.size());
}

}  // namespace shoal
