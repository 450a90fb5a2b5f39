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

// What solids touch that are added later to a scene in which forces move none.
std::shared_ptr<const SolidsSetup> assembleObstacles(const Scene& scene,
                                                     std::span<const AssembledWall> walls);

// Adds a solid, as scenes describe solids that forces move, to a world between two steps; see
// World::add.
SolidId addSolid(World& world, const SceneSolid& solid, std::span<const EventParams> events = {});
// Takes out the fluid particles that it would leave no room for, and returns how many; see
// World::makeRoom.
std::size_t makeRoom(World& world, const SceneSolid& solid);

}  // namespace shoal
