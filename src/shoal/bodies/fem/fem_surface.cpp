#include "shoal/bodies/fem/fem_surface.h"

#include <algorithm>
#include <map>

namespace shoal {

FemSurface::FemSurface(const FemMesh& mesh, const TetraMesh& tets) {
  std::map<std::uint32_t, std::uint32_t> vertexOf;
  const auto vertex = [&](std::uint32_t node) {
    const auto [found, isNew] =
        vertexOf.try_emplace(node, static_cast<std::uint32_t>(nodes_.size()));
    if (isNew) nodes_.push_back(node);
    return found->second;
  };
  const auto middles = middleNodes(mesh);
  for (const auto& [a, b, c] : boundaryTriangles(tets)) {
    const std::uint32_t va = vertex(a), vb = vertex(b), vc = vertex(c);
    if (!mesh.quadratic()) {
      triangles_.push_back({va, vb, vc});
      continue;
    }
    const std::uint32_t ab = vertex(middles.at(std::minmax(a, b))),
                        bc = vertex(middles.at(std::minmax(b, c))),
                        ca = vertex(middles.at(std::minmax(c, a)));
    triangles_.insert(triangles_.end(), {{va, ab, ca}, {vb, bc, ab}, {vc, ca, bc}, {ab, bc, ca}});
  }
}

void FemSurface::pick(std::span<const Vec3d> ofNodes, std::vector<Vec3d>& ofVertices) const {
  ofVertices.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) ofVertices[i] = ofNodes[nodes_[i]];
}

void FemSurface::addTo(std::span<Vec3d> onNodes, std::span<const Vec3d> onVertices) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) onNodes[nodes_[i]] += onVertices[i];
}

}  // namespace shoal
