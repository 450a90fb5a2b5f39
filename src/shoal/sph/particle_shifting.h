// Particles that stay evenly spread while they follow the flow.
#pragma once

#include <span>

#include "shoal/sph/fluid_particles.h"

namespace shoal {

// Sets `shift` to a velocity, in m/s, with which particles move besides that of the fluid: away
// from where they are dense, by Fick's law with the gradient of their concentration, [LXSR12],
//
//   w_i = -D sum_j V grad W(x_i - x_j)      `diffusivity` D in m^2/s
//
// which is also what a constant background pressure does to positions alone, [AHA13]. Pairs
// part with opposite velocities, so the middle of the fluid stays where it is; the momentum that
// particles carry does not change. Deviations: D does not depend on the length of the step, and
// velocities are not carried along w. The stress by which [AHA13] does so fed energy to particles
// beside walls, and the flow was no better away from them.
//
// Within reach of a wall, particles are shifted along it only. A particle is in balance at a
// distance that differs between w and pressure by some percent of a spacing; left in, fluid would
// flow against the wall as fast as it is shifted away from it.
//
// Free surfaces would evaporate: for fluid without any.
void computeShift(const FluidParticles& fluid, const FluidSurroundings& around, float diffusivity,
                  std::span<Vec3f> shift);

}  // namespace shoal
