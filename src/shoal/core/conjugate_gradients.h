// Preconditioned conjugate gradients for symmetric positive definite systems A x = b, [HS52].
//
// The recurrence stands here; operator, preconditioner, inner product and stopping rule are the
// caller's. Vectors are changed entry by entry in parallel. Inner products are the caller's sums,
// so the same bits come out for any number of threads if those do (core/parallel.h).
#pragma once

#include <span>

#include "shoal/core/parallel.h"

namespace shoal {

// All of the size of the system. z and q may be the same memory.
template <class V>
struct ConjugateGradientVectors {
  std::span<V> x;  // the solution; where it starts
  std::span<V> r;  // the residual b - A x of that start
  std::span<V> z;  // the preconditioned residual
  std::span<V> p;  // the direction of search
  std::span<V> q;  // A p
};

struct ConjugateGradientLimits {
  int maxIterations = 0;
  bool stopIfIndefinite = false;  // at a direction with p . A p <= 0, before following it
  std::size_t chunk = kChunk;     // entries per task
};

struct ConjugateGradientOutcome {
  int iterations = 0;
  double rz = 0;            // r . z at the end
  bool indefinite = false;  // ended by stopIfIndefinite
};

// multiply():          sets q = A p and returns p . q
// precondition(update): calls update(i), then sets z_i = (M^-1 r)_i, for all i, and returns r . z.
//                      Where M is not diagonal, all updates have to come before.
// enough(rz, first):   whether to stop, given r . z now and at the start
//
// V has components x of the type in which steps along p are taken.
template <class V, class Multiply, class Precondition, class Enough>
ConjugateGradientOutcome conjugateGradients(const ConjugateGradientVectors<V>& s,
                                            const ConjugateGradientLimits& limits,
                                            Multiply&& multiply, Precondition&& precondition,
                                            Enough&& enough) {
  using Real = decltype(V::x);
  ConjugateGradientOutcome outcome;
  const double first = precondition([](std::size_t) {});
  double beta = 0;
  outcome.rz = first;
  while (outcome.iterations < limits.maxIterations && !enough(outcome.rz, first)) {
    const bool start = outcome.iterations++ == 0;
    parallelChunks(
        s.p.size(),
        [&](Range range, std::size_t) {
          for (std::size_t i = range.begin; i != range.end; ++i)
            s.p[i] = start ? s.z[i] : s.z[i] + static_cast<Real>(beta) * s.p[i];
        },
        limits.chunk);
    const double curvature = multiply();
    if (limits.stopIfIndefinite && !(curvature > 0)) {
      outcome.indefinite = true;
      return outcome;
    }
    const auto alpha = static_cast<Real>(outcome.rz / curvature);
    const double before = outcome.rz;
    outcome.rz = precondition([&](std::size_t i) {
      s.x[i] += alpha * s.p[i];
      s.r[i] -= alpha * s.q[i];
    });
    beta = outcome.rz / before;
  }
  return outcome;
}

}  // namespace shoal
