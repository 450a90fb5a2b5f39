// Sparse factorisation, for systems on which conjugate gradients converge slowly.
#pragma once

#include <memory>

#include "shoal/bodies/fem/block_matrix.h"

namespace shoal {

class DirectSolver {
 public:
  DirectSolver();
  ~DirectSolver();
  DirectSolver(DirectSolver&&) noexcept;
  DirectSolver& operator=(DirectSolver&&) noexcept;

  // The sparsity pattern of the first matrix is kept: later ones must have the same.
  SolveReport solve(const BlockMatrix& a, std::span<const Vec3d> b, std::span<Vec3d> x);
  // With the factors of the last matrix, which must have been positive definite.
  void solveAgain(std::span<const Vec3d> b, std::span<Vec3d> x) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace shoal
