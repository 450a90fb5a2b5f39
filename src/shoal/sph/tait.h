// The Tait equation of state.
#pragma once

#include "shoal/sph/fluid.h"

namespace shoal {

// P = rho0 c^2 / 7 ((rho / rho0)^7 - 1), [BTT09] eq. 6. Pressures below zero are set to zero: a
// surface particle lacks neighbours, not pressure, and tension would make particles clump.
float taitPressure(float rho, float restDensity, float soundSpeed);

// Sets fluid.p and fluid.pTerm from fluid.rho.
void computePressure(Fluid& fluid, float soundSpeed);

}  // namespace shoal
