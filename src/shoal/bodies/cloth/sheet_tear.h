// Tearing of a sheet where its strain exceeds a limit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/bodies/cloth/sheet_forces.h"

namespace shoal {

// Splits vertices at which the mean strain of the adjacent triangles exceeds the limit, across the
// direction of the largest strain and along edges. Changes the triangles; returns for every vertex
// of the result the old one, copies at the end. A neighbour of a split vertex is split in a later
// step at the earliest, since the strain around it has changed.
std::vector<std::uint32_t> tearSheet(const SheetForces& sheet, std::vector<Triangle>& triangles,
                                     std::span<const Vec3d> x, double limit);

}  // namespace shoal
