// Sparse symmetric matrices of 3 x 3 blocks, and conjugate gradients on them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/core/matrix3.h"

namespace shoal {

struct BlockMatrix {
  std::vector<std::uint32_t> rowStart;  // rows() + 1
  std::vector<std::uint32_t> column;    // rising within a row; the diagonal is always there
  std::vector<std::uint32_t> diagonal;  // where the block of each row is
  std::vector<Matrix3> block;

  std::size_t rows() const { return rowStart.size() - 1; }
};

// Rows per task; fixed, so that results do not depend on the number of threads.
inline constexpr std::size_t kRowChunk = 128;

struct SolveReport {
  int iterations = 0;
  bool positive = true;  // false: the matrix is not positive definite, the solution is invalid
};

// Conjugate gradients, preconditioned by the inverses of the diagonal blocks.
class ConjugateGradients {
 public:
  // Solves a x = b from x = 0 until the preconditioned residual has fallen to `tolerance` of that
  // start.
  SolveReport solve(const BlockMatrix& a, std::span<const Vec3d> b, std::span<Vec3d> x,
                    double tolerance, int maxIterations);
  // The same from the given x, to the same residual: `tolerance` of that of x = 0. A start that is
  // this near already is still improved, its residual to sqrt(tolerance) of what it was: else a
  // state that changes little in a step would not change at all.
  SolveReport solveFrom(const BlockMatrix& a, std::span<const Vec3d> b, std::span<Vec3d> x,
                        double tolerance, int maxIterations);

 private:
  void invertDiagonal(const BlockMatrix& a);
  double multiply(const BlockMatrix& a);
  void prepare(const BlockMatrix& a, std::span<const Vec3d> b);
  template <class Enough>
  SolveReport iterate(const BlockMatrix& a, std::span<Vec3d> x, int maxIterations, Enough&& enough);

  std::vector<Matrix3> inverse_;
  std::vector<Vec3d> p_, q_, r_, z_;
};

}  // namespace shoal
