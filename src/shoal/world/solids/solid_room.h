// The room that a solid takes among fluid particles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// Sets the flag of each of the particles at `x` that a solid with this surface leaves no room for:
// those inside of it, if it is closed, and those nearer to it than about half a spacing, in m.
void markTaken(std::span<const Vec3f> x, const TriangleMesh& surface, double spacing,
               std::vector<std::uint8_t>& taken);

}  // namespace shoal
