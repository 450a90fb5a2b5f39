#include "shoal/bodies/fem/block_matrix.h"

#include <algorithm>

#include "shoal/core/parallel.h"

namespace shoal {

// Adds up row(i) in chunks, and the chunks in order.
template <class Row>
double ConjugateGradients::sumOver(std::size_t rows, Row&& row) {
  partial_.assign(chunkCount(rows, kRowChunk), 0);
  parallelChunks(
      rows,
      [&](Range r, std::size_t c) {
        double sum = 0;
        for (std::size_t i = r.begin; i != r.end; ++i) sum += row(i);
        partial_[c] = sum;
      },
      kRowChunk);
  double sum = 0;
  for (const double part : partial_) sum += part;
  return sum;
}

// r = b, z = r preconditioned, p = z; r.z.
double ConjugateGradients::precondition(const BlockMatrix& a, std::span<const Vec3d> b) {
  inverse_.resize(a.rows());
  r_.assign(b.begin(), b.end());
  z_.resize(a.rows());
  q_.resize(a.rows());
  const double sum = sumOver(a.rows(), [&](std::size_t i) {
    const auto first = a.column.begin() + a.rowStart[i],
               last = a.column.begin() + a.rowStart[i + 1];
    const auto diagonal = std::lower_bound(first, last, static_cast<std::uint32_t>(i));
    inverse_[i] = inverse(a.block[static_cast<std::size_t>(diagonal - a.column.begin())]);
    z_[i] = inverse_[i] * r_[i];
    return dot(r_[i], z_[i]);
  });
  p_ = z_;
  return sum;
}

// q = a p; p.q.
double ConjugateGradients::multiply(const BlockMatrix& a) {
  return sumOver(a.rows(), [&](std::size_t i) {
    Vec3d sum;
    for (std::uint32_t k = a.rowStart[i]; k != a.rowStart[i + 1]; ++k)
      sum += a.block[k] * p_[a.column[k]];
    q_[i] = sum;
    return dot(p_[i], sum);
  });
}

// x += step p, r -= step q, z = r preconditioned; r.z.
double ConjugateGradients::descend(double step, std::span<Vec3d> x) {
  return sumOver(x.size(), [&](std::size_t i) {
    x[i] += step * p_[i];
    r_[i] -= step * q_[i];
    z_[i] = inverse_[i] * r_[i];
    return dot(r_[i], z_[i]);
  });
}

SolveReport ConjugateGradients::solve(const BlockMatrix& a, std::span<const Vec3d> b,
                                      std::span<Vec3d> x, double tolerance, int maxIterations) {
  std::fill(x.begin(), x.end(), Vec3d{});
  SolveReport report;
  double rz = precondition(a, b);
  const double enough = rz * sq(tolerance);
  while (rz > enough && report.iterations < maxIterations) {
    ++report.iterations;
    const double curvature = multiply(a);
    report.positive = curvature > 0;
    if (!report.positive) return report;
    const double before = rz;
    rz = descend(rz / curvature, x);
    const double beta = rz / before;
    parallelChunks(
        a.rows(),
        [&](Range r, std::size_t) {
          for (std::size_t i = r.begin; i != r.end; ++i) p_[i] = z_[i] + beta * p_[i];
        },
        8 * kRowChunk);
  }
  report.positive = rz >= 0;  // also false for NaN
  return report;
}

}  // namespace shoal
