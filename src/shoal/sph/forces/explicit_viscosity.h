// Explicit viscosity: forces from the velocities at the beginning of the step.
#pragma once

#include "shoal/sph/forces/fluid_force.h"
#include "shoal/sph/forces/viscosity_operator.h"

namespace shoal {

// For low viscosities: the stable step shrinks with the square of the spacing.
class ExplicitViscosity final : public FluidForce {
 public:
  ExplicitViscosity(const ViscosityOperator& viscosity, FluidParticles& fluid);

  const char* name() const override { return "viscosity"; }
  void accelerate(FluidParticles& fluid, const FluidSurroundings& around, double time) override;
  double longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                     const StepLimits& limits) const override;
  void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<Vec3f> force) const override;

 private:
  ViscosityOperator viscosity_;
  Field<Vec3f> force_;  // N/m^3
};

}  // namespace shoal
