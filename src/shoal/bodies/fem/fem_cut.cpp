// Blades, and the way of an opened mesh into its body.
#include <algorithm>

#include "shoal/bodies/blade.h"
#include "shoal/bodies/fem/fem_fracture.h"
#include "shoal/core/error.h"

namespace shoal {

namespace {

using Corners3 = std::array<Vec3d, 3>;

struct Neighbours {
  std::uint32_t a, b;
};

// Pairs of tetrahedra with a common face, in the order of the first.
std::vector<Neighbours> neighbours(const TetraMesh& mesh) {
  struct Side {
    Triangle face;
    std::uint32_t tet;
  };
  std::vector<Side> sides;
  for (std::uint32_t t = 0; t < mesh.tets.size(); ++t)
    for (std::size_t across = 0; across < 4; ++across) {
      Triangle face{};
      for (std::size_t c = 0, k = 0; c < 4; ++c)
        if (c != across) face[k++] = mesh.tets[t][c];
      std::ranges::sort(face);
      sides.push_back({face, t});
    }
  std::ranges::stable_sort(sides, [](const Side& p, const Side& q) { return p.face < q.face; });
  std::vector<Neighbours> pairs;
  for (std::size_t k = 1; k < sides.size(); ++k)
    if (sides[k].face == sides[k - 1].face) pairs.push_back({sides[k - 1].tet, sides[k].tet});
  return pairs;
}

void carryForces(const std::vector<Vec3d>& old, const std::vector<std::uint32_t>& oldNode,
                 FemSolid& solid) {
  std::vector<double> copies(old.size());
  for (const std::uint32_t node : oldNode) ++copies[node];
  for (std::size_t i = 0; i < oldNode.size(); ++i)
    solid.force[i] = old[oldNode[i]] / copies[oldNode[i]];
}

}  // namespace

// The lines between the middles of neighbouring tetrahedra that the blade crosses say which faces
// are nearest to its path: no gap is left between them.
bool FemFracture::cut(FemBody& body, std::span<const Corners3> swept) {
  if (body.hasEmbedded())
    fail("\"{}\" shows a finer surface, which cannot be cut; leave it out", body.name());
  Box3d reach;
  for (const Corners3& triangle : swept)
    for (const Vec3d& p : triangle) {
      if (!isFinite(p)) fail("a blade that cuts \"{}\" is nowhere; give it a place", body.name());
      reach.extend(p);
    }
  std::vector<Vec3d> centre;
  for (const Tetra& tet : body.mesh().tets) {
    Vec3d sum;
    for (const std::uint32_t v : tet) sum += body.solid().x[v];
    centre.push_back(sum / 4.0);
  }
  TetraOpening opening(body.mesh(), std::move(cuts_));
  bool met = false;
  for (const auto& [a, b] : neighbours(body.mesh())) {
    const Vec3d &p = centre[a], &q = centre[b];
    const Vec3d low = max(min(p, q), reach.lower), high = min(max(p, q), reach.upper);
    if (Box3d(low, high).empty()) continue;
    if (std::ranges::none_of(swept,
                             [&](const Corners3& t) { return crossing(p, q, t).has_value(); }))
      continue;
    opening.cutBetween(a, b);
    met = true;
  }
  if (met) opening.openCuts();
  cuts_ = opening.cuts();
  if (!opening.hasOpened()) return false;
  takeOver(body, opening);
  return true;
}

void takeOver(FemBody& body, const TetraOpening& opening) {
  const std::vector<Vec3d> forces = body.solid().force;
  std::vector<FemBody::Origin> vertices;
  for (const std::uint32_t v : opening.origins()) vertices.push_back({v, v, 0});
  std::vector<std::uint32_t> tets(opening.mesh().tets.size());
  for (std::uint32_t t = 0; t < tets.size(); ++t) tets[t] = t;
  const std::vector<std::uint32_t> oldNodes = body.solid().mesh().nodes;
  body.rebuild(opening.mesh(), vertices, tets);
  // Elements have kept the order of their nodes.
  const FemMesh& now = body.solid().mesh();
  std::vector<std::uint32_t> oldNode(now.rest.size());
  for (std::size_t k = 0; k < now.nodes.size(); ++k) oldNode[now.nodes[k]] = oldNodes[k];
  carryForces(forces, oldNode, body.solid());
}

}  // namespace shoal
