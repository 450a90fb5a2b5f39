// Particle shifting.
#pragma once

#include <span>

#include "shoal/sph/fluid_particles.h"

namespace shoal {

// Sets `shift` to a velocity, in m/s, with which particles move in addition to that of the fluid:
//
//   w_i = -D / 2 sum_j V (1 / s_i^2 + 1 / s_j^2) grad W(x_i - x_j)      `diffusivity` D in m^2/s
//
// Particles spread by Fick's law as in [LXSR12], but with the weights of a constant background
// pressure, as in [AHA13]: where fluid is denser because its pressure is higher, the sum still
// vanishes. With the plain gradient of the concentration, particles would drift down the pressure
// gradient for ever, and the flow back against it would dissipate half as much energy as viscosity
// does at Re = 1000.
//
// Pairs separate with opposite velocities, so the centre of the fluid stays where it is; the
// velocities of the fluid, and its momentum, are unchanged. Deviations: D does not depend on the
// length of the step, and momentum is not transported along w. The stress by which [AHA13] does so
// was tried: it changed the decay of vortices little.
//
// Within a support of a wall, particles are shifted along it only. The equilibrium distance from
// the wall differs between w and pressure by some percent of a spacing; otherwise, fluid would flow
// against the wall as fast as it is shifted away from it.
//
// Particles at free surfaces would evaporate: for fluid without a free surface.
void computeShift(const FluidParticles& fluid, const FluidSurroundings& around, float diffusivity,
                  std::span<Vec3f> shift);

}  // namespace shoal
