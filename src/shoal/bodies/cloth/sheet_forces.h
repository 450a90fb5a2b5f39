// The elastic forces of a sheet, and the stiffness behind them.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "shoal/bodies/cloth/bending.h"
#include "shoal/bodies/cloth/cloth_params.h"
#include "shoal/bodies/cloth/membrane.h"
#include "shoal/bodies/cloth/pair_matrix.h"
#include "shoal/bodies/cloth/sheet_cut.h"
#include "shoal/bodies/cloth/sheet_topology.h"
#include "shoal/core/state_list.h"

namespace shoal {

class SheetForces {
 public:
  // A sheet at rest as the mesh shows it.
  SheetForces(const TriangleMesh& mesh, const ClothParams& params);

  // Before any tear or cut.
  std::size_t leastVertices() const { return leastVertices_; }

  // Takes over triangles that had vertices replaced by copies, as a tear does. What was bent or
  // stretched at rest stays so.
  void rebuildTopology(std::span<const Triangle> triangles, std::size_t vertices);

  // Takes over a sheet of which some triangles were divided. Parts keep the shape and the angles
  // that the whole had at rest.
  void refine(const SheetCut& cut);

  // What a sheet is at rest.
  void save(StateWriter& state) const;
  // For that many triangles with these corners; an Error if these cannot be.
  void restore(StateReader& state, std::span<const Triangle> triangles, std::size_t vertices);

  const SheetTopology& topology() const { return topology_; }
  std::span<const double> mass() const { return mass_; }  // kg, per vertex

  // Forces and stiffness for the places x.
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
  SheetTopology topology_;
  Bending bending_;
  std::vector<double> mass_;
  std::vector<TriangleResponse> responses_;
  PairMatrix stiffness_;  // a pair per edge, then one per hinge: its apices
  std::vector<std::uint32_t> hingeOfPair_;
};

}  // namespace shoal
