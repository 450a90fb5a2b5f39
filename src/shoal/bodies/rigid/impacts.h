// Impact impulses with restitution between rigid bodies.
#pragma once

#include <span>

#include "shoal/bodies/rigid/contact_pairs.h"

namespace shoal {

// Changes the velocities of bodies that hit each other within dt, pair after pair until none
// approaches faster than `slowest` (m/s), as collisions come before resting contacts in [GBF03].
// All points of a pair part with the restitution times the speed at which they met, so that a box
// that lands flat bounces flat; a row of balls passes the impulse on from ball to ball. Joints take
// no part.
void resolveImpacts(std::span<const Contact> contacts, double dt, double slowest);

}  // namespace shoal
