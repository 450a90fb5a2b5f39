// Directions for rays from points of the unit square.
#pragma once

#include <array>

#include "shoal/core/vec.h"

namespace shoal {

// Two vectors that make an orthonormal basis with the unit vector n, [DBC17].
std::array<Vec3f, 2> tangentsOf(const Vec3f& n);

// Maps the unit square to the unit disc, squares around the centre to circles, [SC97]: cells of the
// square stay compact, so that points that are even there are even on the disc.
std::array<float, 2> onDisc(const std::array<float, 2>& u);

// A direction around n, with a probability that is proportional to its cosine.
Vec3f cosineDirection(const Vec3f& n, const std::array<float, 2>& u);

}  // namespace shoal
