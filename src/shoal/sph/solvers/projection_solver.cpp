#include "shoal/sph/solvers/projection_solver.h"

#include <algorithm>

#include "shoal/core/timer.h"

namespace shoal {

ProjectionSolver::ProjectionSolver(double spacing, double flowSpeed,
                                   const ArtificialViscosity& viscosity,
                                   const IterationParams& iteration, FluidParticles& fluid)
    : spacing_(spacing),
      flowSpeed_(flowSpeed),
      viscosity_(viscosity),
      system_(fluid),
      iteration_(iteration, fluid),
      u_(fluid.set, "solvedVelocity", Role::Scratch),
      damps_(viscosity.alpha > 0) {}

void ProjectionSolver::addAccelerations(FluidParticles& fluid, const FluidSurroundings& around,
                                        double time) {
  if (damps_ || around.boundary.anyFriction) viscosity_.accelerate(fluid, around, time);
}

CompliantBoundary::Changes ProjectionSolver::ownChanges(const FluidSurroundings& around,
                                                        double dt) const {
  CompliantBoundary::Changes changes = iteration_.compliantBoundary().none();
  for (const std::uint32_t b : iteration_.compliantBoundary().samples())
    changes[b] = static_cast<float>(dt) * around.boundary.ownAcceleration[b];
  return changes;
}

double ProjectionSolver::longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                                     const StepLimits& limits) const {
  const Timed t{"fluid/time step"};
  const double byDistance = limits.courant * spacing_ / std::max(flowSpeed_, largest(fluid.v));
  return std::min(byDistance, viscosity_.longestStep(fluid, around, limits));
}

double ProjectionSolver::fastestMove(const FluidParticles&) const { return largestOfFree(u_); }

void ProjectionSolver::move(FluidParticles& fluid, double dt, double furthest) {
  const Timed t{"fluid/move"};
  const auto step = static_cast<float>(dt);
  const auto limit = static_cast<float>(furthest);
  parallelFor(fluid.size(), [&](std::size_t i) {
    fluid.v[i] = u_[i];
    fluid.x[i] = moved(fluid.x[i], u_[i], step, limit);
  });
  lastStep = dt;
}

void ProjectionSolver::addViscousBoundaryForces(const FluidParticles& fluid,
                                                const FluidSurroundings& around,
                                                std::span<Vec3f> force) const {
  viscosity_.addBoundaryForces(fluid, around, force);
}

}  // namespace shoal
