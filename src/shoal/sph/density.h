// Density by summation, with the part of the walls.
#pragma once

#include "shoal/sph/fluid_particles.h"

namespace shoal {

// rho_i = sum_j m W_ij + rho0 sum_b V_b W_ib, [ACAT13] section 2.1, with j = i included.
void computeDensity(FluidParticles& fluid, const WallSamples& walls, const Neighbours& near,
                    const KernelChoice& kernel);

}  // namespace shoal
