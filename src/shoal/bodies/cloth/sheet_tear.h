// Where a sheet that is stretched too far comes apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/bodies/cloth/sheet_forces.h"

namespace shoal {

// Splits vertices at which the mean strain of the triangles around exceeds the limit, across the
// direction of the strain and along edges. Changes the triangles; returns for every vertex that
// there is then the one it was, copies at the end. A vertex beside one that was split waits: the
// strain around it has just changed.
std::vector<std::uint32_t> tearSheet(const SheetForces& sheet, std::vector<Triangle>& triangles,
                                     std::span<const Vec3d> x, double limit);

}  // namespace shoal
