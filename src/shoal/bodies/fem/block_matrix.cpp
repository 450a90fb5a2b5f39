#include "shoal/bodies/fem/block_matrix.h"

#include <algorithm>

#include "shoal/core/conjugate_gradients.h"

namespace shoal {

void ConjugateGradients::invertDiagonal(const BlockMatrix& a) {
  inverse_.resize(a.rows());
  const auto invert = [&](Range rows, std::size_t) {
    for (std::size_t i = rows.begin; i != rows.end; ++i)
      inverse_[i] = inverse(a.block[a.diagonal[i]]);
  };
  parallelChunks(a.rows(), invert, kRowChunk);
}

// q = a p; p.q.
double ConjugateGradients::multiply(const BlockMatrix& a) {
  const auto row = [&](std::size_t i) {
    Vec3d sum;
    for (std::uint32_t k = a.rowStart[i]; k != a.rowStart[i + 1]; ++k)
      sum += a.block[k] * p_[a.column[k]];
    q_[i] = sum;
    return dot(p_[i], sum);
  };
  return parallelSum(a.rows(), 0.0, row, kRowChunk);
}

void ConjugateGradients::prepare(const BlockMatrix& a, std::span<const Vec3d> b) {
  r_.assign(b.begin(), b.end());
  for (auto* vector : {&p_, &q_, &z_}) vector->resize(a.rows());
  invertDiagonal(a);
}

SolveReport ConjugateGradients::solve(const BlockMatrix& a, std::span<const Vec3d> b,
                                      std::span<Vec3d> x, double tolerance, int maxIterations) {
  std::fill(x.begin(), x.end(), Vec3d{});
  prepare(a, b);
  const auto enough = [&](double rz, double first) { return !(rz > first * sq(tolerance)); };
  return iterate(a, x, maxIterations, enough);
}

SolveReport ConjugateGradients::solveFrom(const BlockMatrix& a, std::span<const Vec3d> b,
                                          std::span<Vec3d> x, double tolerance, int maxIterations) {
  prepare(a, b);
  const auto size = [&](std::size_t i) { return dot(r_[i], inverse_[i] * r_[i]); };
  const double ofZero = parallelSum(a.rows(), 0.0, size, kRowChunk);
  std::copy(x.begin(), x.end(), p_.begin());
  multiply(a);
  parallelFor(a.rows(), [&](std::size_t i) { r_[i] -= q_[i]; });
  const auto enough = [&](double rz, double first) {
    return !(rz > std::min(ofZero * sq(tolerance), first * tolerance));
  };
  return iterate(a, x, maxIterations, enough);
}

template <class Enough>
SolveReport ConjugateGradients::iterate(const BlockMatrix& a, std::span<Vec3d> x, int maxIterations,
                                        Enough&& enough) {
  const auto precondition = [&](auto&& update) {
    const auto row = [&](std::size_t i) {
      update(i);
      z_[i] = inverse_[i] * r_[i];
      return dot(r_[i], z_[i]);
    };
    return parallelSum(a.rows(), 0.0, row, kRowChunk);
  };
  const auto outcome = conjugateGradients<Vec3d>(
      {x, r_, z_, p_, q_},
      {.maxIterations = maxIterations, .stopIfIndefinite = true, .chunk = 8 * kRowChunk},
      [&] { return multiply(a); }, precondition, enough);
  // r . z < 0: the preconditioner is indefinite; NaN: neither.
  return {outcome.iterations, !outcome.indefinite && outcome.rz >= 0};
}

}  // namespace shoal
