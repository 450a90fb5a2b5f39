// Normals of the particles at the surface of a fluid.
#pragma once

#include <span>
#include <vector>

#include "shoal/core/vec.h"

namespace shoal {

// Unit vectors out of the fluid, against the gradient of the smoothed colour field, [MCG03]
// section 3.3; zero for particles inside, where it is below a quarter of that at a flat surface. A
// gather over the particles within two spacings: the same bits for any number of threads.
std::vector<Vec3f> particleNormals(std::span<const Vec3f> x, double spacing, int dimensions);

}  // namespace shoal
