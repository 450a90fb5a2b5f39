#include "shoal/bodies/cloth/sheet_forces.h"

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

constexpr std::size_t kGroups = 128;  // per task

double bendingStiffness(const ClothParams& p) {
  return p.bending > 0 ? p.bending : p.young * cube(p.thickness) / (12 * (1 - sq(p.poisson)));
}

// The role of a vertex in a hinge: a, b, apex 0 or apex 1.
std::size_t roleOf(const SheetEdge& hinge, std::uint32_t vertex) {
  if (hinge.a == vertex) return 0;
  if (hinge.b == vertex) return 1;
  return hinge.apex[0] == vertex ? 2 : 3;
}

}  // namespace

SheetForces::SheetForces(const TriangleMesh& mesh, const ClothParams& params)
    : params_(params), moduli_(sheetModuli(params)), leastVertices_(mesh.vertices.size()) {
  std::vector<std::array<Vec3d, 3>> rest;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) rest.push_back(corners(mesh, t));
  setRest(std::move(rest));
  const auto& x = mesh.vertices;
  const SheetTopology atRest = sheetTopology(mesh.triangles, x.size());
  for (const SheetEdge& edge : atRest.edges)
    if (edge.isHinge())
      restAngleBetween_[edge.triangle] =
          hingeAngle(x[edge.a], x[edge.b], x[edge.apex[0]], x[edge.apex[1]]).angle;
  rebuildTopology(mesh.triangles, x.size());
}

void SheetForces::setRest(std::vector<std::array<Vec3d, 3>> corners) {
  restCorners_ = std::move(corners);
  rest_.clear();
  for (const auto& corner : restCorners_)
    rest_.push_back(restTriangle(corner, params_.weave, params_.thickness));
}

void SheetForces::rebuildTopology(std::span<const Triangle> triangles, std::size_t vertices) {
  triangles_.assign(triangles.begin(), triangles.end());
  topology_ = sheetTopology(triangles_, vertices);
  std::vector<double> restAngles(topology_.edges.size());
  for (std::size_t e = 0; e < restAngles.size(); ++e)
    if (topology_.edges[e].isHinge())
      restAngles[e] = restAngleBetween_[topology_.edges[e].triangle];
  bending_ = Bending(restCorners_, topology_, std::move(restAngles), bendingStiffness(params_),
                     params_.poisson);
  buildPairs(vertices);
}

void SheetForces::buildPairs(std::size_t vertices) {
  mass_.assign(vertices, 0);
  for (std::size_t t = 0; t < triangles_.size(); ++t)
    for (const std::uint32_t v : triangles_[t]) mass_[v] += params_.density * rest_[t].volume / 3;
  responses_.resize(triangles_.size());
  groups_ = TriangleGroups(triangles_, rest_);

  std::vector<PairMatrix::Pair> pairs;
  for (const SheetEdge& edge : topology_.edges) pairs.push_back({edge.a, edge.b});
  hingeOfPair_.clear();
  for (std::uint32_t e = 0; e < topology_.edges.size(); ++e)
    if (topology_.edges[e].isHinge()) {
      pairs.push_back({topology_.edges[e].apex[0], topology_.edges[e].apex[1]});
      hingeOfPair_.push_back(e);
    }
  stiffness_ = PairMatrix(vertices, std::move(pairs));
}

std::array<Vec3d, 3> SheetForces::cornersOf(std::size_t t, std::span<const Vec3d> x) const {
  const auto& [a, b, c] = triangles_[t];
  return {x[a], x[b], x[c]};
}

void SheetForces::update(std::span<const Vec3d> x) {
  parallelChunks(
      groups_.size(),
      [&](Range r, std::size_t) {
        for (std::size_t g = r.begin; g < r.end; ++g)
          respondInGroup(groups_, g, moduli_, x, responses_);
      },
      kGroups);
  bending_.update(topology_, x);
  assemble();
}

// A pair gathers the blocks of its triangles and of every hinge that it is part of.
void SheetForces::assemble() {
  const std::span<Matrix3f> blocks = stiffness_.blocks();
  parallelFor(topology_.edges.size(), [&](std::size_t e) {
    const SheetEdge& edge = topology_.edges[e];
    Matrix3f block;
    if (edge.isHinge()) bending_.addStiffness(e, 0, 1, block);
    for (const std::uint32_t t : edge.triangle) {
      if (t == kNobody) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t across = topology_.edgeAcross[t][k];
        const SheetEdge& other = topology_.edges[across];
        if (across == e) {
          const bool sameWay = triangles_[t][(k + 1) % 3] == edge.a;
          block += sameWay ? responses_[t].K[k] : transposed(responses_[t].K[k]);
        } else if (other.isHinge()) {
          bending_.addStiffness(across, roleOf(other, edge.a), roleOf(other, edge.b), block);
        }
      }
    }
    blocks[e] = block;
  });
  const std::size_t edges = topology_.edges.size();
  parallelFor(hingeOfPair_.size(), [&](std::size_t n) {
    Matrix3f block;
    bending_.addStiffness(hingeOfPair_[n], 2, 3, block);
    blocks[edges + n] = block;
  });
}

Vec3d SheetForces::force(std::size_t vertex) const {
  Vec3d sum = bending_.force(topology_, vertex);
  for (const std::uint32_t item : topology_.corners.of(vertex))
    sum += responses_[item / 3].force[item % 3];
  return sum;
}

double SheetForces::energy(std::span<const Vec3d> x) {
  bending_.update(topology_, x);
  return parallelSum(triangles_.size(), 0.0, [&](std::size_t t) {
    return membraneEnergy(rest_[t], moduli_, cornersOf(t, x)) + bending_.energy(topology_, t);
  });
}

PrincipalStrain SheetForces::strain(std::size_t t, std::span<const Vec3d> x) const {
  return principalStrain(rest_[t], cornersOf(t, x));
}

}  // namespace shoal
