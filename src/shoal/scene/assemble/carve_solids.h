// Fluid makes room for solids that stand in it at the start.
#pragma once

#include "shoal/scene/assemble/assembly.h"

namespace shoal {

// Takes out the particles that are inside of solids which forces move and fluid meets, or nearer to
// their surfaces than about half a spacing.
void carveSolids(AssembledFluid& fluid, const Scene& scene, const SolidsSetup& solids);

}  // namespace shoal
