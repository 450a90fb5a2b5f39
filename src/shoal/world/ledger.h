// Sums over the fluid, and apart from them over the solids that forces move.
#pragma once

#include "shoal/bodies/body.h"
#include "shoal/sph/solvers/fluid_solver.h"

namespace shoal {

struct Ledger {
  std::size_t particles = 0;
  std::size_t escaped = 0;     // since the beginning
  std::size_t emitted = 0;     // since the beginning
  std::size_t drained = 0;     // since the beginning
  double mass = 0;             // kg
  Vec3d momentum;              // kg m/s
  double kinetic = 0;          // J
  double potential = 0;        // J, zero at the origin
  double internal = 0;         // J, in compression
  double work = 0;             // J, by walls that move and by forces; not by weight
  double wallSurplus = 0;      // J, that walls gave beyond what they took: an error of wcsph
  double fastest = 0;          // m/s
  double meanCompression = 0;  // mean of max(0, rho / rho0 - 1)
  double largestCompression = 0;
  BodyTotals solids;
};

// What follows from the particles alone: all but the counts since the beginning, the work and the
// solids.
Ledger ledgerOf(const FluidParticles& fluid, const FluidSolver& solver, const Vec3d& gravity);

}  // namespace shoal
