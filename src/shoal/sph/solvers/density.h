// Density by summation over fluid and boundary samples.
#pragma once

#include <span>

#include "shoal/sph/fluid_particles.h"

namespace shoal {

// s_i = rho_i / rho0_i = V sum_j W_ij + sum_b V_b W_ib with j = i included: [ACAT13] section 2.1
// divided by the rest density, which is also the number density of [SP08].
void computeDensity(FluidParticles& fluid, const FluidSurroundings& around);

// The same with the boundary samples at other positions, in a field or a GatheredVector.
void computeDensity(FluidParticles& fluid, const FluidSurroundings& around,
                    std::span<const Vec3f> samples);

}  // namespace shoal
