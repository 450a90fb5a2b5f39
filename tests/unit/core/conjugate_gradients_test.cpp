// Conjugate gradients on small systems whose solutions are known.
#include "shoal/core/conjugate_gradients.h"

#include <gtest/gtest.h>

#include "shoal/core/vec.h"

namespace shoal {
namespace {

// A x = b with A = shift - Laplacian of a chain of n points, for each of three components.
struct Chain {
  double shift;
  std::vector<Vec3d> x, r, z, p, q;

  Chain(std::size_t n, double s) : shift(s), x(n), r(n), z(n), p(n), q(n) {}

  Vec3d row(std::size_t i, const std::vector<Vec3d>& u) const {
    Vec3d sum = (2 + shift) * u[i];
    if (i > 0) sum -= u[i - 1];
    if (i + 1 < u.size()) sum -= u[i + 1];
    return sum;
  }
  ConjugateGradientOutcome solve(const std::vector<Vec3d>& b, double tolerance, int maxIterations,
                                 double preconditioner = 1, bool stopIfIndefinite = false) {
    r = b;
    const auto multiply = [&] {
      return parallelSum(x.size(), 0.0, [&](std::size_t i) {
        q[i] = row(i, p);
        return dot(p[i], q[i]);
      });
    };
    const auto precondition = [&](auto&& update) {
      return parallelSum(x.size(), 0.0, [&](std::size_t i) {
        update(i);
        z[i] = r[i] / preconditioner;
        return dot(r[i], z[i]);
      });
    };
    const auto enough = [&](double rz, double first) { return !(rz > sq(tolerance) * first); };
    return conjugateGradients<Vec3d>(
        {x, r, z, p, q}, {.maxIterations = maxIterations, .stopIfIndefinite = stopIfIndefinite},
        multiply, precondition, enough);
  }
  double worst(const std::vector<Vec3d>& b) const {
    double most = 0;
    for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, length(row(i, x) - b[i]));
    return most;
  }
};

std::vector<Vec3d> rightHandSide(std::size_t n) {
  std::vector<Vec3d> b(n);
  for (std::size_t i = 0; i < n; ++i) b[i] = {1 + double(i % 3), double(i % 5), -1};
  return b;
}

TEST(ConjugateGradients, EndWithinAsManyIterationsAsThereAreEigenvalues) {
  const auto b = rightHandSide(12);
  Chain chain(12, 0.1);
  const auto outcome = chain.solve(b, 1e-12, 100);
  EXPECT_LE(outcome.iterations, 12);
  EXPECT_LT(chain.worst(b), 1e-9);
}

TEST(ConjugateGradients, StopWhereTheyAreToldTo) {
  const auto b = rightHandSide(1000);
  Chain rough(1000, 0.1), fine(1000, 0.1), cut(1000, 0.1);
  const auto few = rough.solve(b, 1e-2, 1000), many = fine.solve(b, 1e-10, 1000);
  EXPECT_LT(few.iterations, many.iterations);
  EXPECT_LT(fine.worst(b), 1e-8);
  EXPECT_GT(rough.worst(b), 1e-4);
  EXPECT_EQ(cut.solve(b, 1e-10, 3).iterations, 3);
}

TEST(ConjugateGradients, ScaledPreconditionerChangesNothing) {
  const auto b = rightHandSide(100);
  Chain plain(100, 0.1), scaled(100, 0.1);
  EXPECT_EQ(plain.solve(b, 1e-8, 1000, 1).iterations, scaled.solve(b, 1e-8, 1000, 4).iterations);
  for (std::size_t i = 0; i < b.size(); ++i) EXPECT_EQ(plain.x[i], scaled.x[i]);
}

TEST(ConjugateGradients, SayThatAMatrixIsIndefinite) {
  const auto b = rightHandSide(50);
  Chain good(50, 0.1), bad(50, -3);
  EXPECT_FALSE(good.solve(b, 1e-8, 1000, 1, true).indefinite);
  EXPECT_TRUE(bad.solve(b, 1e-8, 1000, 1, true).indefinite);
}

}  // namespace
}  // namespace shoal
