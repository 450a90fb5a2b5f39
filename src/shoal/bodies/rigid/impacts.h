// Impact impulses with restitution between rigid bodies.
#pragma once

#include <span>

#include "shoal/bodies/rigid/contact_pairs.h"

namespace shoal {

// Changes the velocities of bodies that collide within dt, pair by pair, until none approaches
// faster than `slowest` (m/s): impacts are resolved before resting contacts, [GBF03]. All points of
// a pair separate with the restitution times their approach speed, so that a box that lands flat
// bounces flat; in a row of balls the impulse propagates from ball to ball. Joints are ignored.
void resolveImpacts(std::span<const Contact> contacts, double dt, double slowest);

}  // namespace shoal
