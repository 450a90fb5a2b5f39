#include "shoal/sph/solvers/equation_of_state.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/portable.h"

namespace shoal {

float taitPressure(float s, float restDensity, float soundSpeed) {
  // With s = 1 + e, (1 + e)^7 - 1 is expanded so that a small e keeps its digits.
  const float e = s - 1;
  const float growth = e * (7 + e * (21 + e * (35 + e * (35 + e * (21 + e * (7 + e))))));
  return restDensity * sq(soundSpeed) / 7 * growth;
}

float gasPressure(float s, float restDensity, float soundSpeed) {
  return restDensity * sq(soundSpeed) * (s - 1);
}

float EquationOfState::pressure(float s, float restDensity) const {
  const float p = law == Law::Gas ? gasPressure(s, restDensity, soundSpeed)
                                  : taitPressure(s, restDensity, soundSpeed);
  return tension ? p : std::max(0.0f, p);
}

// The integral of P / rho^2 from rho0 to rho; nothing where the pressure was cut off.
double EquationOfState::energy(double s, double restDensity) const {
  const double compressed = tension ? s : std::max(1.0, s);
  const double growth = law == Law::Gas ? portable::log(compressed) + 1 / compressed - 1
                                        : ((sq(cube(compressed)) - 1) / 6 + 1 / compressed - 1) / 7;
  return sq(double(soundSpeed)) * growth - double(cohesion) * restDensity * (s - 1);
}

void computePressure(FluidParticles& fluid, std::span<const float> sBefore,
                     const EquationOfState& state, float damping, double dt) {
  const float perStep = dt > 0 ? damping / static_cast<float>(dt) : 0;
  parallelFor(fluid.size(), [&](std::size_t i) {
    const float rho0 = fluid.restDensity(i);
    float p = state.pressure(fluid.s[i], rho0);
    // Without a step before this one there is no density before this one either.
    if (perStep > 0 && (state.tension || p > 0)) {
      p += perStep * rho0 * (fluid.s[i] - sBefore[i]);
      if (!state.tension) p = std::max(0.0f, p);
    }
    p -= state.cohesion * sq(rho0 * fluid.s[i]);
    fluid.p[i] = p;
    fluid.pTerm[i] = p / sq(fluid.s[i]);
  });
}

}  // namespace shoal
