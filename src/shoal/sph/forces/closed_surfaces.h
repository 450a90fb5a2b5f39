// Removes the net force and torque of surface tension on closed surfaces.
#pragma once

#include <span>

#include "shoal/sph/forces/surface_band.h"

namespace shoal {

// The forces of tension on a closed surface, of a drop or of a bubble, add up to no force and no
// torque. Sums over particles miss that by the errors of the curvature, and drops would drift. This
// takes away the rest from each connected part of the band that touches no wall, as an even pull on
// all of its members and, where space does not repeat, an even turn.
//
// `force` is per member of the band. Serial, but over members and their lists only.
void balanceClosedSurfaces(const SurfaceBand& band, bool spaceRepeats, std::span<Vec3f> force);

}  // namespace shoal
