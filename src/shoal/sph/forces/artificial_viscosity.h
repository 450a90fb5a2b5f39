// Artificial viscosity, which damps the approach of particles for stability.
#pragma once

#include "shoal/sph/forces/fluid_force.h"

namespace shoal {

// Artificial viscosity, [BTT09] eq. 5 with nu = 2 alpha h c / (rho_a + rho_b) of [BT07].
struct ArtificialViscosity {
  float alpha = 0;
  float soundSpeed = 0;       // m/s
  float smoothingLength = 0;  // m, half of the kernel's radius
};

// Equivalent kinematic viscosity in m^2/s: alpha h c / (2 (D + 2)), [Mon05].
inline double equivalentViscosity(const ArtificialViscosity& viscosity, int dimensions) {
  return double(viscosity.alpha) * double(viscosity.smoothingLength) *
         double(viscosity.soundSpeed) / (2 * (dimensions + 2));
}

// As a separate force, for solvers that do not compute it together with pressure; includes the
// friction of boundaries.
class ArtificialViscosityForce final : public FluidForce {
 public:
  explicit ArtificialViscosityForce(const ArtificialViscosity& viscosity) : viscosity_(viscosity) {}

  const char* name() const override { return "artificial viscosity"; }
  void accelerate(FluidParticles& fluid, const FluidSurroundings& around, double time) override;
  double longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                     const StepLimits& limits) const override;
  void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<Vec3f> force) const override;

 private:
  ArtificialViscosity viscosity_;
};

}  // namespace shoal
