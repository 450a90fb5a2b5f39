// The Tait equation of state.
#pragma once

#include "shoal/sph/fluid_particles.h"

namespace shoal {

// P = rho0 c^2 / 7 ((rho / rho0)^7 - 1), [BTT09] eq. 6. Pressures below zero are set to zero: a
// surface particle lacks neighbours, not pressure, and tension would make particles clump.
// `s` is rho / rho0.
float taitPressure(float s, float restDensity, float soundSpeed);

// Sets fluid.p and fluid.pTerm from fluid.s.
//
// Compressed fluid also resists the rate of compression, P + zeta drho/dt with zeta the kinematic
// bulk viscosity `damping` in m^2/s: the acoustic damper of [SPAC23]. Being part of the pressure it
// conserves momentum, and it leaves flow without divergence alone. Deviation: the rate is the
// difference of the summed density to that of `sBefore`, `dt` earlier, which costs no pass of its
// own. No damping when dt = 0.
void computePressure(FluidParticles& fluid, std::span<const float> sBefore, float soundSpeed,
                     float damping, double dt);

}  // namespace shoal
