#include "shoal/bodies/fem_surface.h"

#include <algorithm>
#include <map>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"

namespace shoal {

namespace {

using Barycentric = std::array<double, 4>;

Barycentric barycentric(const FemMesh& mesh, std::size_t element, const Vec3d& point) {
  const auto node = mesh.of(element);
  const Vec3d o = mesh.rest[node[0]];
  const Vec3d b = mesh.rest[node[1]] - o, c = mesh.rest[node[2]] - o, d = mesh.rest[node[3]] - o;
  const Vec3d p = point - o;
  const double whole = dot(cross(b, c), d);
  const double pb = dot(cross(p, c), d) / whole, pc = dot(cross(b, p), d) / whole,
               pd = dot(cross(b, c), p) / whole;
  return {1 - pb - pc - pd, pb, pc, pd};
}

// The element that a point is deepest inside of, or least outside of.
struct Home {
  std::size_t element = 0;
  Barycentric at{};
  double depth = -1e300;
};

Home homeOf(const FemMesh& mesh, const Vec3d& point) {
  Home home;
  for (std::size_t e = 0; e < mesh.elements(); ++e) {
    const Barycentric at = barycentric(mesh, e, point);
    const double depth = *std::min_element(at.begin(), at.end());
    if (depth > home.depth) home = {e, at, depth};
  }
  return home;
}

}  // namespace

void FemSurface::addVertex(std::span<const std::uint32_t> nodes, std::span<const double> shares) {
  for (std::size_t a = 0; a < nodes.size(); ++a) weights_.push_back({nodes[a], shares[a]});
  start_.push_back(static_cast<std::uint32_t>(weights_.size()));
}

FemSurface FemSurface::skin(const FemMesh& mesh, const TetraMesh& tets) {
  FemSurface surface;
  std::map<std::uint32_t, std::uint32_t> vertexOf;
  const auto vertex = [&](std::uint32_t node) {
    const auto next = static_cast<std::uint32_t>(surface.vertices());
    const auto [found, isNew] = vertexOf.try_emplace(node, next);
    if (isNew) surface.addVertex(std::array{node}, std::array{1.0});
    return found->second;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
  if (mesh.quadratic())
    for (std::size_t e = 0; e < mesh.elements(); ++e)
      for (std::size_t m = 0; m < 6; ++m) {
        const auto node = mesh.of(e);
        const auto [i, j] = kTetraEdges[m];
        middles[std::minmax(node[i], node[j])] = node[4 + m];
      }
  for (const auto& [a, b, c] : boundaryTriangles(tets)) {
    const std::uint32_t va = vertex(a), vb = vertex(b), vc = vertex(c);
    if (!mesh.quadratic()) {
      surface.triangles_.push_back({va, vb, vc});
      continue;
    }
    const std::uint32_t ab = vertex(middles.at(std::minmax(a, b))),
                        bc = vertex(middles.at(std::minmax(b, c))),
                        ca = vertex(middles.at(std::minmax(c, a)));
    surface.triangles_.insert(surface.triangles_.end(),
                              {{va, ab, ca}, {vb, bc, ab}, {vc, ca, bc}, {ab, bc, ca}});
  }
  return surface;
}

FemSurface FemSurface::embedded(const FemMesh& mesh, const TriangleMesh& fine) {
  // Barycentric coordinates say how far outside a point is in sizes of the element.
  constexpr double kFarthest = -1;
  requireUsable(fine);
  std::vector<Home> homes(fine.vertices.size());
  parallelChunks(
      homes.size(),
      [&](Range r, std::size_t) {
        for (std::size_t i = r.begin; i != r.end; ++i) homes[i] = homeOf(mesh, fine.vertices[i]);
      },
      64);
  FemSurface surface;
  surface.triangles_ = fine.triangles;
  for (std::size_t i = 0; i < homes.size(); ++i) {
    const Vec3d& p = fine.vertices[i];
    if (homes[i].depth < kFarthest)
      fail("vertex {} of the embedded surface at ({}, {}, {}) is far outside of the solid; move it",
           i, p.x, p.y, p.z);
    surface.addVertex(mesh.of(homes[i].element), shapeValues(homes[i].at, mesh.quadratic()));
  }
  return surface;
}

void FemSurface::interpolate(std::span<const Vec3d> ofNodes, std::vector<Vec3d>& ofVertices) const {
  ofVertices.resize(vertices());
  parallelFor(vertices(), [&](std::size_t i) {
    Vec3d sum;
    for (std::uint32_t k = start_[i]; k != start_[i + 1]; ++k)
      sum += weights_[k].share * ofNodes[weights_[k].node];
    ofVertices[i] = sum;
  });
}

void FemSurface::distribute(std::span<const Vec3d> onVertices, std::span<Vec3d> onNodes) const {
  for (std::size_t i = 0; i < vertices(); ++i)
    for (std::uint32_t k = start_[i]; k != start_[i + 1]; ++k)
      onNodes[weights_[k].node] += weights_[k].share * onVertices[i];
}

}  // namespace shoal
