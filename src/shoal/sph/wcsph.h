// Weakly compressible SPH: the Tait equation, symmetric pressure forces, artificial viscosity and
// leapfrog integration, [BTT09] section III with the prediction of [And05] eq. 3.8 and 3.9.
#pragma once

#include "shoal/sph/fluid_params.h"
#include "shoal/sph/fluid_solver.h"
#include "shoal/sph/momentum.h"

namespace shoal {

class Wcsph final : public FluidSolver {
 public:
  // `soundSpeed` is the resolved one: never 0.
  Wcsph(const WcsphParams& params, double soundSpeed, const KernelChoice& kernel);

  void prepare(FluidParticles& fluid, const FluidSurroundings& around) override;
  double longestStep(const FluidParticles& fluid, const StepLimits& limits) const override;
  void advance(FluidParticles& fluid, const FluidSurroundings& around, double dt) override;
  double internalEnergy(const FluidParticles& fluid, std::size_t i) const override;
  void wallForces(const FluidParticles& fluid, const FluidSurroundings& around,
                  std::vector<Vec3f>& force) const override;

  double soundSpeed() const { return soundSpeed_; }

 private:
  double soundSpeed_;  // m/s
  ArtificialViscosity viscosity_;
  float damping_;  // m^2/s, kinematic bulk viscosity
  int dimensions_;
};

}  // namespace shoal
