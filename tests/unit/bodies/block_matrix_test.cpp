// Conjugate gradients on matrices of blocks.
#include "shoal/bodies/fem/block_matrix.h"

#include <gtest/gtest.h>

namespace shoal {
namespace {

constexpr std::uint32_t kRows = 300;

// A chain of springs between masses, stiffer along x.
BlockMatrix chain() {
  BlockMatrix a;
  a.rowStart.push_back(0);
  for (std::uint32_t i = 0; i < kRows; ++i) {
    const auto add = [&](std::uint32_t column, const Vec3d& diagonal) {
      a.column.push_back(column);
      a.block.push_back(Matrix3::diagonal(diagonal));
    };
    if (i > 0) add(i - 1, {-100, -10, -1});
    a.diagonal.push_back(static_cast<std::uint32_t>(a.column.size()));
    add(i, {201, 21, 3});
    if (i + 1 < kRows) add(i + 1, {-100, -10, -1});
    a.rowStart.push_back(static_cast<std::uint32_t>(a.column.size()));
  }
  return a;
}

std::vector<Vec3d> times(const BlockMatrix& a, const std::vector<Vec3d>& x) {
  std::vector<Vec3d> b(x.size());
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::uint32_t k = a.rowStart[i]; k != a.rowStart[i + 1]; ++k)
      b[i] += a.block[k] * x[a.column[k]];
  return b;
}

// In the norm that the tolerance refers to.
double residual(const BlockMatrix& a, const std::vector<Vec3d>& b, const std::vector<Vec3d>& x) {
  const std::vector<Vec3d> ax = times(a, x);
  double sum = 0;
  for (std::size_t i = 0; i < a.rows(); ++i)
    sum += dot(b[i] - ax[i], inverse(a.block[a.diagonal[i]]) * (b[i] - ax[i]));
  return std::sqrt(sum);
}

std::vector<Vec3d> wave(double shift) {
  std::vector<Vec3d> x;
  for (std::uint32_t i = 0; i < kRows; ++i)
    x.push_back({std::sin(0.1 * i + shift), std::cos(0.3 * i - shift), 1 + shift * (i % 7)});
  return x;
}

TEST(BlockConjugateGradients, NearStartReachesTheResidualOfZeroInFewerIterations) {
  const BlockMatrix a = chain();
  const std::vector<Vec3d> b = times(a, wave(0));
  ConjugateGradients gradients;
  std::vector<Vec3d> fromZero(kRows), fromNear = wave(0.01);
  constexpr double kTolerance = 1e-4;
  const double whole = residual(a, b, fromZero);
  const SolveReport zero = gradients.solve(a, b, fromZero, kTolerance, 1000);
  const SolveReport near = gradients.solveFrom(a, b, fromNear, kTolerance, 1000);
  EXPECT_TRUE(zero.positive && near.positive);
  EXPECT_LE(residual(a, b, fromZero), 1.0001 * kTolerance * whole);
  EXPECT_LE(residual(a, b, fromNear), 1.0001 * kTolerance * whole);
  EXPECT_LT(near.iterations, zero.iterations);
}

TEST(BlockConjugateGradients, StartWithinTheToleranceIsStillImproved) {
  const BlockMatrix a = chain();
  const std::vector<Vec3d> b = times(a, wave(0));
  constexpr double kTolerance = 1e-4;
  std::vector<Vec3d> x = wave(1e-7);
  const double before = residual(a, b, x), whole = residual(a, b, std::vector<Vec3d>(kRows));
  ASSERT_LT(before, kTolerance * whole);
  ConjugateGradients gradients;
  EXPECT_GT(gradients.solveFrom(a, b, x, kTolerance, 1000).iterations, 0);
  EXPECT_LE(residual(a, b, x), 1.01 * std::sqrt(kTolerance) * before);
}

}  // namespace
}  // namespace shoal
