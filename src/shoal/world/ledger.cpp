#include "shoal/world/ledger.h"

#include <algorithm>
#include <cmath>

namespace shoal {

namespace {

Ledger ofParticle(const FluidParticles& fluid, const FluidSolver& solver, const Vec3d& gravity,
                  std::size_t i) {
  const Vec3d v(fluid.v[i]);
  const double m = double(fluid.mass(i));
  Ledger one;
  one.particles = 1;
  one.mass = m;
  one.momentum = m * v;
  one.kinetic = m / 2 * dot(v, v);
  one.potential = -m * dot(gravity, Vec3d(fluid.x[i]));
  one.internal = solver.internalEnergy(fluid, i);
  one.fastest = dot(v, v);
  one.meanCompression = std::max(0.0, double(fluid.s[i]) - 1);
  one.largestCompression = one.meanCompression;
  return one;
}

void add(const Ledger& one, Ledger& sums) {
  sums.particles += one.particles;
  sums.mass += one.mass;
  sums.momentum += one.momentum;
  sums.kinetic += one.kinetic;
  sums.potential += one.potential;
  sums.internal += one.internal;
  sums.fastest = std::max(sums.fastest, one.fastest);
  sums.meanCompression += one.meanCompression;
  sums.largestCompression = std::max(sums.largestCompression, one.largestCompression);
}

}  // namespace

Ledger ledgerOf(const FluidParticles& fluid, const FluidSolver& solver, const Vec3d& gravity) {
  Ledger sums = parallelReduceChunks(
      fluid.size(), Ledger{},
      [&](Range chunk) {
        Ledger of;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i)
          add(ofParticle(fluid, solver, gravity, i), of);
        return of;
      },
      [](Ledger a, const Ledger& b) {
        add(b, a);
        return a;
      });
  sums.fastest = std::sqrt(sums.fastest);
  sums.meanCompression /= static_cast<double>(std::max<std::size_t>(1, sums.particles));
  return sums;
}

}  // namespace shoal
