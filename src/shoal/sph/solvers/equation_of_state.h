// Equations of state.
#pragma once

#include "shoal/sph/fluid_params.h"
#include "shoal/sph/fluid_particles.h"

namespace shoal {

// Negative pressures are set to zero unless `tension` is set: the density of a surface particle is
// low for lack of neighbours, and particles that attract each other clump. `s` is rho / rho0.
struct EquationOfState {
  using Law = StateEquation;

  float soundSpeed = 0;  // m/s
  Law law = Law::Tait;
  float cohesion = 0;  // N m^4/kg^2; acts at negative pressure, too
  bool tension = false;

  // Without cohesion.
  float pressure(float s, float restDensity) const;

  // Energy stored by compression from rest, in J/kg, cohesion included.
  double energy(double s, double restDensity) const;
};

// P = rho0 c^2 / 7 ((rho / rho0)^7 - 1), [BTT09] eq. 6.
float taitPressure(float s, float restDensity, float soundSpeed);

// P = c^2 (rho - rho0): [Kei06] eq. 4.8 with gamma = 1 and k_gas = rho0 c^2.
float gasPressure(float s, float restDensity, float soundSpeed);

// Sets fluid.p and fluid.pTerm from fluid.s.
//
// Compressed fluid (with tension, all fluid) also resists the rate of compression, P + zeta drho/dt
// with zeta the kinematic bulk viscosity `damping` in m^2/s: the acoustic damper of [SPAC23]. Being
// part of the pressure it conserves momentum, and it leaves flow without divergence alone.
// Deviation: the rate is the difference of the density to that of `sBefore`, `dt` earlier, which
// costs no pass of its own. No damping when dt = 0.
//
// Cohesion takes k rho^2 off the pressure, [Kei06] eq. 4.15. Deviation: the paper leaves the whole
// pressure negative where fluid is thin; here only cohesion pulls.
void computePressure(FluidParticles& fluid, std::span<const float> sBefore,
                     const EquationOfState& state, float damping, double dt);

}  // namespace shoal
