#include "shoal/sph/tait.h"

#include <algorithm>

namespace shoal {

float taitPressure(float s, float restDensity, float soundSpeed) {
  // With s = 1 + e, (1 + e)^7 - 1 is expanded so that a small e keeps its digits.
  const float e = s - 1;
  const float growth = e * (7 + e * (21 + e * (35 + e * (35 + e * (21 + e * (7 + e))))));
  return std::max(0.0f, restDensity * sq(soundSpeed) / 7 * growth);
}

void computePressure(FluidParticles& fluid, std::span<const float> sBefore, float soundSpeed,
                     float damping, double dt) {
  const float perStep = dt > 0 ? damping / static_cast<float>(dt) : 0;
  parallelFor(fluid.size(), [&](std::size_t i) {
    const float rho0 = fluid.restDensity(i);
    float p = taitPressure(fluid.s[i], rho0, soundSpeed);
    // Without a step before this one there is no density before this one either.
    if (p > 0 && perStep > 0) p = std::max(0.0f, p + perStep * rho0 * (fluid.s[i] - sBefore[i]));
    fluid.p[i] = p;
    fluid.pTerm[i] = p / sq(fluid.s[i]);
  });
}

}  // namespace shoal
