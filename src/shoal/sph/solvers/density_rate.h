// The rate of density by the continuity equation, for solvers that integrate density.
#pragma once

#include <span>

#include "shoal/sph/fluid_particles.h"

namespace shoal {

// ds_i/dt = V sum_j v_ij . grad W_ij + sum_b V_b v_ib . grad W_ib in 1/s: [And05] eq. 3.3 divided
// by the rest density, with the walls taking part as in computeDensity.
void computeDensityRate(const FluidParticles& fluid, const FluidSurroundings& around,
                        std::span<float> rate);

}  // namespace shoal
