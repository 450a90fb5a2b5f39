// Fluid makes room for solids that stand in it at the start.
#pragma once

#include "shoal/scene/assemble/assembly.h"

namespace shoal {

// Takes out the particles whose place solids take which forces move and fluid meets, and moves
// those around them, see displaceFluid.
void carveSolids(AssembledFluid& fluid, const Scene& scene, const SolidsSetup& solids);

}  // namespace shoal
