// Fluid that starts around a solid, without gaps and without compression.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// Makes room for a solid with a closed surface among the particles at `x`, which stand on a lattice
// of this spacing, in m: sets the flag of as many particles as it displaces, and moves others near
// it so that they fill the space around it evenly. None is then nearer to the surface than half a
// spacing. Where faces of the solid lie midway between rows of particles, none moves.
//
// Cutting out what is inside or near alone would leave gaps of up to a spacing, which the fluid has
// to fall into before it exerts a force on the solid.
void displaceFluid(std::span<Vec3f> x, const TriangleMesh& surface, double spacing, int dimensions,
                   std::vector<std::uint8_t>& taken);

}  // namespace shoal
