// The local strain rate of the fluid.
#pragma once

#include "shoal/sph/fluid_particles.h"

namespace shoal {

// Sets the symmetric part of the velocity gradient of all particles, in 1/s: least squares over the
// fluid around, weighted by the slope of the kernel, so that it is exact in linear flow. Zero where
// too few neighbours tell it.
void computeStrainRate(const FluidParticles& fluid, const FluidSurroundings& around,
                       std::span<Symmetric3f> strainRate);

}  // namespace shoal
