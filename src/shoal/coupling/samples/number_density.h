// Where a surface has too few or too many samples, [ACAT13] sections 2.3 and 2.5.
#pragma once

#include <span>
#include <vector>

#include "shoal/core/vec.h"

namespace shoal {

// Bounds of the number density in 1 / h^3. The h of [ACAT13] is where the kernel vanishes, two
// spacings: a square lattice of samples then has 5.6, amid the bounds; were it half of that, the
// lattice itself would be under-sampled.
inline constexpr double kFewestSamples = 3.6, kMostSamples = 10;

// The number density at samples of a surface in space that are about a spacing apart, in 1 / h^3.
std::vector<float> numberDensities(std::span<const Vec3f> samples, double spacing);

}  // namespace shoal
