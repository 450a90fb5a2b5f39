#include "shoal/bodies/fem/fem_pieces.h"

#include <algorithm>
#include <numeric>

namespace shoal {

namespace {

// Union-find: the representative of all vertices joined to v.
std::uint32_t rootOf(std::vector<std::uint32_t>& parent, std::uint32_t v) {
  while (parent[v] != v) v = parent[v] = parent[parent[v]];
  return v;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> partsOf(const TetraMesh& mesh) {
  std::vector<std::uint32_t> parent(mesh.vertices.size());
  std::iota(parent.begin(), parent.end(), 0u);
  for (const Tetra& tet : mesh.tets)
    for (const std::uint32_t v : tet) parent[rootOf(parent, v)] = rootOf(parent, tet[0]);

  constexpr std::uint32_t kNone = ~0u;
  std::vector<std::uint32_t> partOfRoot(mesh.vertices.size(), kNone);
  std::vector<std::vector<std::uint32_t>> parts;
  std::vector<double> volume;
  for (std::uint32_t t = 0; t < mesh.tets.size(); ++t) {
    std::uint32_t& part = partOfRoot[rootOf(parent, mesh.tets[t][0])];
    if (part == kNone) {
      part = static_cast<std::uint32_t>(parts.size());
      parts.emplace_back();
      volume.push_back(0);
    }
    parts[part].push_back(t);
    volume[part] += signedVolume(mesh, t);
  }
  const auto largest = std::ranges::max_element(volume) - volume.begin();
  std::rotate(parts.begin(), parts.begin() + largest, parts.begin() + largest + 1);
  return parts;
}

void becomePart(FemBody& piece, const FemBody& whole, std::span<const std::uint32_t> tets) {
  constexpr std::uint32_t kNone = ~0u;
  std::vector<std::uint32_t> numberOf(whole.mesh().vertices.size(), kNone);
  TetraMesh mesh;
  std::vector<FemBody::Origin> vertices;
  for (const std::uint32_t t : tets) {
    Tetra tet = whole.mesh().tets[t];
    for (std::uint32_t& v : tet) {
      if (numberOf[v] == kNone) {
        numberOf[v] = static_cast<std::uint32_t>(mesh.vertices.size());
        mesh.vertices.push_back(whole.mesh().vertices[v]);
        vertices.push_back({v, v, 0});
      }
      v = numberOf[v];
    }
    mesh.tets.push_back(tet);
  }
  const std::vector<Vec3d> forces = whole.solid().force;
  const FemMesh before = whole.solid().mesh();
  piece.rebuildFrom(whole, std::move(mesh), vertices, tets);
  FemSolid& solid = piece.solid();
  for (std::size_t e = 0; e < tets.size(); ++e)
    for (std::size_t a = 0; a < before.nodesEach; ++a)
      solid.force[solid.mesh().of(e)[a]] = forces[before.of(tets[e])[a]];
}

}  // namespace shoal
