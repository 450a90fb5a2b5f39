// Multilevel preconditioner for the linear system of a sheet.
#pragma once

#include <span>
#include <vector>

#include "shoal/bodies/cloth/grid_transfer.h"
#include "shoal/core/symmetric3.h"

namespace shoal {

// The additive multilevel preconditioner of [BPX90]. Points interpolate from the nodes of a grid
// around where they were at rest, these from a grid twice as coarse, and so on; on every level the
// residual is divided by the diagonal blocks that the matrix would have there.
//
// Deviation: the blocks of grids are estimated from those of the points, not summed up from pairs.
// Stiffness in a sheet is that of the points around a node, times the share of the cell that they
// fill: it does not depend on the size of cells in a sheet, and falls with it in a strip. Bending
// would fall faster; coarse grids say less about sheets that are stiff in bending than they could.
class Multilevel {
 public:
  Multilevel() = default;
  // Rest positions, and the area of each point, m^2.
  Multilevel(std::span<const Vec3d> rest, std::span<const double> area);

  // For the matrix whose diagonal blocks are mass + stiffness. Points of inverse mass 0 are held.
  void update(std::span<const double> mass, std::span<const double> inverseMass,
              std::span<const Symmetric3f> stiffness);

  // z = B r with the preconditioner B; zero at held points.
  void apply(std::span<const Vec3d> r, std::span<Vec3d> z);

 private:
  struct Level {
    double cell = 0;                     // m
    GridTransfer fromFiner;              // none to the points
    std::vector<float> mass;             // kg
    std::vector<Symmetric3f> stiffness;  // kg, times area
    std::vector<Symmetric3f> anchor;     // kg, stiffness towards held points
    std::vector<Symmetric3f> inverse;
    std::vector<Vec3f> r, z;

    void resize(std::size_t n);
  };

  void sumUp(const Level& finer, Level& level) const;

  std::vector<float> area_;
  std::vector<Level> levels_;  // the points, then the grids from fine to coarse
};

}  // namespace shoal
