// Elastic forces of a sheet and their stiffness matrix.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "shoal/bodies/cloth/bending.h"
#include "shoal/bodies/cloth/cloth_params.h"
#include "shoal/bodies/cloth/membrane.h"
#include "shoal/bodies/cloth/pair_matrix.h"
#include "shoal/bodies/cloth/sheet_cut.h"
#include "shoal/bodies/cloth/sheet_groups.h"
#include "shoal/bodies/cloth/sheet_topology.h"
#include "shoal/core/state_list.h"

namespace shoal {

class SheetForces {
 public:
  // The mesh is the rest shape.
  SheetForces(const TriangleMesh& mesh, const ClothParams& params);

  // Number of vertices before any tear or cut.
  std::size_t leastVertices() const { return leastVertices_; }

  // Adopts triangles of which some vertices were replaced by copies, as by a tear. Rest shapes and
  // rest angles are kept.
  void rebuildTopology(std::span<const Triangle> triangles, std::size_t vertices);

  // Adopts a sheet of which some triangles were divided. Parts keep the rest shape and rest angles
  // of the whole.
  void refine(const SheetCut& cut);

  // State of rest, for checkpoints.
  void save(StateWriter& state) const;
  // Restores the state of rest of these triangles; an Error if it does not fit them.
  void restore(StateReader& state, std::span<const Triangle> triangles, std::size_t vertices);

  const SheetTopology& topology() const { return topology_; }
  std::span<const double> mass() const { return mass_; }  // kg, per vertex

  // Forces and stiffness for the positions x.
  void update(std::span<const Vec3d> x);
  Vec3d force(std::size_t vertex) const;  // N
  const PairMatrix& stiffness() const { return stiffness_; }

  double energy(std::span<const Vec3d> x);  // J
  PrincipalStrain strain(std::size_t triangle, std::span<const Vec3d> x) const;

 private:
  std::array<Vec3d, 3> cornersOf(std::size_t triangle, std::span<const Vec3d> x) const;
  void setRest(std::vector<std::array<Vec3d, 3>> corners);
  void buildPairs(std::size_t vertices);
  void assemble();

  ClothParams params_;
  SheetModuli moduli_;
  std::size_t leastVertices_;
  std::vector<std::array<Vec3d, 3>> restCorners_;
  std::map<std::array<std::uint32_t, 2>, double> restAngleBetween_;  // triangles that share an edge
  std::vector<RestTriangle> rest_;
  std::vector<Triangle> triangles_;
  TriangleGroups groups_;
  SheetTopology topology_;
  Bending bending_;
  std::vector<double> mass_;
  std::vector<TriangleResponse> responses_;
  PairMatrix stiffness_;  // a pair per edge, then one per hinge: its apices
  std::vector<std::uint32_t> hingeOfPair_;
};

}  // namespace shoal
