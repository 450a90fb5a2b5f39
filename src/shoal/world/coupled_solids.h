// From the set-up of a world to its solids as couplings see them, and to its couplings.
#pragma once

#include "shoal/coupling/coupling.h"
#include "shoal/coupling/samples/boundary.h"
#include "shoal/world/world_setup.h"

namespace shoal {

class Solids;

// One for each of WorldSetup::surfaces, in their order, without its samples. `solids` may be null;
// it has to outlive the result.
std::vector<CoupledSolid> coupledSolids(const WorldSetup& setup, const Solids* solids);

// The couplings of the table that any solid takes. Without fluid, solids that forces move take
// none.
Couplings makeCouplings(const WorldSetup& setup, std::span<const CoupledSolid> solids,
                        const CouplingContext& context, bool hasFluid, Boundary& boundary);

}  // namespace shoal
