// Removes the net force and torque of surface tension on closed surfaces.
#pragma once

#include <span>

#include "shoal/sph/forces/surface_band.h"

namespace shoal {

// The surface tension forces on a closed surface, of a drop or of a bubble, have no net force and
// no net torque. Sums over particles miss this by the errors of the curvature, and drops would
// drift. This subtracts the net force of each connected part of the band that touches no wall, as a
// uniform force on all of its members, and, unless space is periodic, the net torque as a rigid
// rotation.
//
// `force` is per member of the band. Serial, but over members and their lists only.
void balanceClosedSurfaces(const SurfaceBand& band, bool spaceRepeats, std::span<Vec3f> force);

}  // namespace shoal
