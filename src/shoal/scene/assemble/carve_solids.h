// Fluid makes room for solids that stand in it at the start.
#pragma once

#include "shoal/scene/assemble/assembly.h"

namespace shoal {

// Takes out the particles whose place solids take which forces move and fluid meets, and moves
// those around them, see displaceFluid.
void carveSolids(AssembledFluid& fluid, const Scene& scene, const SolidsSetup& solids);

// Takes out the particles that are inside of these solids or nearer to their surfaces than about
// half a spacing, for fluid that is not on a lattice.
void clearSolids(AssembledFluid& fluid, const Scene& scene, const SolidsSetup& solids);

// Whether a closed static or kinematic solid holds most of the fluid: then it is meant as a
// container, whatever side of it is wet.
bool isContainer(const AssembledWall& wall, std::span<const Vec3f> positions);

// As carveSolids, for closed static and kinematic solids that are wet outside, where they are at
// the start, unless they are containers.
void carveWalls(AssembledFluid& fluid, const Scene& scene, std::span<const AssembledWall> walls);

}  // namespace shoal
