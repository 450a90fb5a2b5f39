// Shepard correction of the density at free surfaces.
#pragma once

#include <span>

#include "shoal/sph/fluid_particles.h"

namespace shoal {

// From the summed fluid.s to the density by the corrected kernel of [BTT09] eq. 2,
//   s_i <- (V sum_j W_ij + sum_b V_b W_ib) / (sum_j V_j W_ij + sum_b V_b W_ib),  j = i included.
// Deviation: the paper keeps the volumes V_j of the denominator constant, with which any fluid of
// equal particles has its rest density however it is compressed. Here V_j = V / max(1, s_j) with
// the summed s_j: compression is seen, and a surface, where summation finds less than is there, is
// not taken for expanded fluid. `summed` is room for a value per particle.
void correctDensity(FluidParticles& fluid, const FluidSurroundings& around,
                    std::span<float> summed);

}  // namespace shoal
