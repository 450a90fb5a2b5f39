#include "shoal/sph/forces/explicit_viscosity.h"

#include "shoal/core/timer.h"
#include "shoal/sph/forces/viscous_force.h"

namespace shoal {

ExplicitViscosity::ExplicitViscosity(const ViscosityOperator& viscosity, FluidParticles& fluid)
    : viscosity_(viscosity), force_(fluid.set, "viscousForce", Role::Scratch) {}

void ExplicitViscosity::accelerate(FluidParticles& fluid, const FluidSurroundings& around, double) {
  const Timed t{"fluid/viscosity"};
  computeViscousForce(fluid, around, viscosity_, fluid.v.span(), BoundaryMotion::Moving,
                      force_.span());
  parallelFor(fluid.size(), [&](std::size_t i) { fluid.a[i] += force_[i] / fluid.restDensity(i); });
}

double ExplicitViscosity::longestStep(const FluidParticles& fluid, const FluidSurroundings&,
                                      const StepLimits& limits) const {
  // Leapfrog with predicted velocities is stable up to a step of 1 / (2 rate).
  const double rate = viscousRate(fluid.phases, viscosity_);
  return rate > 0 ? limits.viscous / rate : std::numeric_limits<double>::infinity();
}

void ExplicitViscosity::addBoundaryForces(const FluidParticles& fluid,
                                          const FluidSurroundings& around,
                                          std::span<Vec3f> force) const {
  addViscousForceOnBoundary(fluid, around, viscosity_, fluid.v.span(), force);
}

}  // namespace shoal
