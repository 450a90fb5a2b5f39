// Assembly of the global system: consistent mass, and sums over elements gathered row by row.
#pragma once

#include "shoal/bodies/fem/block_matrix.h"
#include "shoal/bodies/fem/fem_elasticity.h"
#include "shoal/core/grouped.h"

namespace shoal {

class FemSystem {
 public:
  // `materials`: of each element.
  FemSystem(const FemMesh& mesh, std::span<const FemMaterial> materials);

  std::size_t nodes() const { return pattern_.rows(); }

  // Row i of the consistent mass matrix times w.
  Vec3d massTimes(std::size_t i, std::span<const Vec3d> w) const;

  double diagonalMass(std::size_t i) const;

  // Sum of the contributions of the elements at node i.
  Vec3d gather(std::size_t i, std::span<const Vec3d> elementForces) const;

  const BlockMatrix& assembled() const { return pattern_; }

  // Where elements store their blocks, so that those of a block of the matrix follow each other.
  std::vector<FemElasticity::Place> places(const FemMesh& mesh) const;

  // `mass` times the mass matrix plus `stiffness` times the sum of the element blocks, which are at
  // their places() and, if there are any, of `onNodes`, blocks of nodes alone. Fixed components of
  // nodes (bits 0, 1, 2: x, y, z) become rows and columns of the identity.
  const BlockMatrix& assemble(double mass, double stiffness, std::span<const Matrix3> blocks,
                              std::span<const Matrix3> onNodes,
                              std::span<const std::uint8_t> fixed);

 private:
  std::uint32_t blockOf(std::uint32_t row, std::uint32_t column) const;
  void findPattern(const FemMesh& mesh);
  void findMasses(const FemMesh& mesh, std::span<const FemMaterial> materials);

  BlockMatrix pattern_;                    // with the values assembled last
  std::vector<double> mass_;               // kg, of each block
  std::vector<std::uint32_t> mirror_;      // where the block of column and row exchanged is
  std::vector<std::uint32_t> firstPlace_;  // of each block of the upper half; others have none
  Grouped<std::uint32_t> corners_;         // per node: places in forces of elements
};

}  // namespace shoal
