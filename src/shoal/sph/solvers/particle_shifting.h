// Particles that stay evenly spread while they follow the flow.
#pragma once

#include <span>

#include "shoal/sph/fluid_particles.h"

namespace shoal {

// Sets `shift` to a velocity, in m/s, with which particles move besides that of the fluid:
//
//   w_i = -D / 2 sum_j V (1 / s_i^2 + 1 / s_j^2) grad W(x_i - x_j)      `diffusivity` D in m^2/s
//
// Particles spread by Fick's law as in [LXSR12], but with the weights that a constant background
// pressure would have, as in [AHA13]: where fluid is denser because its pressure is higher, the sum
// vanishes all the same. With the bare gradient of the concentration, particles would drift down
// the pressure for ever, and flow back against it would cost half as much energy as viscosity does
// at Re = 1000.
//
// Pairs part with opposite velocities, so the middle of the fluid stays where it is, and the
// velocities of the fluid stay as they are, with all momentum. Deviations: D does not depend on the
// length of the step, and momentum is not carried along w. The stress by which [AHA13] does so was
// tried: it changed the decay of vortices little.
//
// Within reach of a wall, particles are shifted along it only. A particle is in balance at a
// distance that differs between w and pressure by some percent of a spacing; left in, fluid would
// flow against the wall as fast as it is shifted away from it.
//
// Free surfaces would evaporate: for fluid without any.
void computeShift(const FluidParticles& fluid, const FluidSurroundings& around, float diffusivity,
                  std::span<Vec3f> shift);

}  // namespace shoal
