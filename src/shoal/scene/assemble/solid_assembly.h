// From a scene to the solids that forces move.
#pragma once

#include <memory>

#include "shoal/scene/assemble/assembly.h"
#include "shoal/world/solids/solids.h"

namespace shoal {

// Throws an Error unless every solid says what its model needs, and nothing that is of no use to
// it.
void checkSolids(const Scene& scene);

// The solids, what they touch, what joins them and what is done to them; nullptr if forces move
// none.
std::shared_ptr<const SolidsSetup> assembleSolids(const Scene& scene,
                                                  std::span<const AssembledWall> walls);

}  // namespace shoal
