// Forces and stiffness of a few elements side by side, in lanes.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/bodies/fem/fem_law.h"
#include "shoal/bodies/fem/fem_mesh.h"
#include "shoal/core/lane_array.h"

namespace shoal {

// The derivatives of an element's forces are blocks between its nodes a and b; those with a <= b
// are kept, row by row.
constexpr std::size_t pairIndex(std::size_t a, std::size_t b, std::size_t nodes) {
  return a * nodes - a * (a + 1) / 2 + b;
}
constexpr std::size_t pairsOf(std::size_t nodes) { return nodes * (nodes + 1) / 2; }

// The elements of a mesh in groups of kArrayLanes, as structures of arrays. The last group is
// filled up with copies of the last element.
struct FemGroups {
  FemGroups(const FemMesh& mesh, std::span<const FemPoint> points, std::span<const Lame> lame);

  std::size_t nodesEach, pointsEach;
  std::vector<std::array<std::uint32_t, kArrayLanes>> node;  // group by group, node by node
  std::vector<LaneArray> lambda, mu;                         // Pa, of each group
  std::vector<LaneArray> volume;                             // m^3, of each point
  std::vector<LaneArray> gradient;                           // 1/m, of each point, node and axis

  std::size_t size() const { return lambda.size(); }
};

// Where and how the elements are evaluated; see FemElasticity.
struct FemState {
  FemLaw law = FemLaw::Corotational;
  bool makePositive = false;
  const Vec3d* x = nullptr;  // m, of the nodes
  // Inverse of the plastic deformation gradient of each point of the mesh; null: none.
  const Matrix3* plasticInverse = nullptr;
  std::size_t elements = 0;
  double dampingTime = 0, dampingStep = 1;  // s; with time 0, nothing below is read
  const Vec3d* from = nullptr;              // m
  const Vec3d* u = nullptr;                 // m/s
};

struct FemGroupResult {
  LaneArray force[kMostNodes][3];                  // N
  LaneArray stiffness[pairsOf(kMostNodes)][3][3];  // N/m, at pairIndex(a, b)
};

// J, of a group at the places state.x, at each point, in `energy`.
void elasticEnergy(const FemGroups& groups, std::size_t group, const FemState& state,
                   LaneArray* energy);

void evaluateGroup(const FemGroups& groups, std::size_t group, const FemState& state,
                   FemGroupResult& result);

}  // namespace shoal
