// Construction parameters of solvers and forces.
#pragma once

#include "shoal/core/period.h"
#include "shoal/sph/fluid_params.h"
#include "shoal/sph/fluid_particles.h"
#include "shoal/sph/kernels/kernels.h"
#include "shoal/sph/sponge_params.h"

namespace shoal {

struct FluidContext {
  FluidParticles& fluid;
  KernelChoice kernel;
  double spacing = 0;  // m, of particles at rest
  Period period;
  double soundSpeed = 0;        // m/s
  Vec3d gravity;                // m/s^2
  VectorFormulaText bodyForce;  // m/s^2, of place and time
  std::vector<SpongeParams> sponges;
  SolverParams solver;
  std::vector<FluidParams> materials;  // of each phase
  const void* own = nullptr;           // parameters of an added solver or force

  // Parameters of an added solver or force, in the struct that describes them.
  template <class P>
  const P& parameters() const {
    return *static_cast<const P*>(own);
  }
  // A parameter of each phase.
  std::vector<float> byPhase(double FluidParams::*parameter) const {
    std::vector<float> values;
    for (const FluidParams& material : materials)
      values.push_back(static_cast<float>(material.*parameter));
    return values;
  }
};

}  // namespace shoal
