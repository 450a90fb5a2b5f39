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

Ledger added(Ledger a, const Ledger& b) {
  a.particles += b.particles;
  a.mass += b.mass;
  a.momentum += b.momentum;
  a.kinetic += b.kinetic;
  a.potential += b.potential;
  a.internal += b.internal;
  a.fastest = std::max(a.fastest, b.fastest);
  a.meanCompression += b.meanCompression;
  a.largestCompression = std::max(a.largestCompression, b.largestCompression);
  return a;
}

}  // namespace

Ledger ledgerOf(const FluidParticles& fluid, const FluidSolver& solver, const Vec3d& gravity) {
  Ledger sums = parallelReduce(
      fluid.size(), Ledger{}, [&](std::size_t i) { return ofParticle(fluid, solver, gravity, i); },
      added);
  sums.fastest = std::sqrt(sums.fastest);
  sums.meanCompression /= static_cast<double>(std::max<std::size_t>(1, sums.particles));
  return sums;
}

}  // namespace shoal
