#include "shoal/sph/tait.h"

#include <algorithm>

namespace shoal {

float taitPressure(float rho, float restDensity, float soundSpeed) {
  // With rho = rho0 (1 + e), (1 + e)^7 - 1 is expanded so that a small e keeps its digits.
  const float e = (rho - restDensity) / restDensity;
  const float growth = e * (7 + e * (21 + e * (35 + e * (35 + e * (21 + e * (7 + e))))));
  return std::max(0.0f, restDensity * sq(soundSpeed) / 7 * growth);
}

void computePressure(FluidParticles& fluid, float soundSpeed, float damping, double dt) {
  const float perStep = dt > 0 ? damping / static_cast<float>(dt) : 0;
  parallelFor(fluid.size(), [&](std::size_t i) {
    float p = taitPressure(fluid.rho[i], fluid.restDensity, soundSpeed);
    // Without a step before this one there is no density before this one either.
    if (p > 0 && perStep > 0) p = std::max(0.0f, p + perStep * (fluid.rho[i] - fluid.rhoBefore[i]));
    fluid.p[i] = p;
    fluid.pTerm[i] = fluid.p[i] / sq(fluid.rho[i]);
  });
}

}  // namespace shoal
