#include "shoal/bodies/fem/fem_surface.h"

#include <algorithm>
#include <map>

#include "shoal/bodies/fem/element_finder.h"
#include "shoal/core/error.h"
#include "shoal/core/parallel.h"

namespace shoal {

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
  const auto middles = middleNodes(mesh);
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
  const ElementFinder finder(mesh);
  std::vector<ElementFinder::Home> homes(fine.vertices.size());
  parallelChunks(
      homes.size(),
      [&](Range r, std::size_t) {
        for (std::size_t i = r.begin; i != r.end; ++i) homes[i] = finder.homeOf(fine.vertices[i]);
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

std::vector<std::uint32_t> FemSurface::nodes() const {
  std::vector<std::uint32_t> nodes;
  for (std::size_t i = 0; i < vertices(); ++i) nodes.push_back(weights_[start_[i]].node);
  return nodes;
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
