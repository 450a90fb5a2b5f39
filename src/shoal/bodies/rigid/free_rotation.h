// The rotation of a body that nothing turns.
#pragma once

#include "shoal/geometry/rotation.h"

namespace shoal {

// Turns q (principal axes to world) and spin (rad/s, in the world) on by dt. By rotations about one
// principal axis at a time, each of them exact [DLM97], composed to fourth order [Suz90]: angular
// momentum is kept to rounding, energy swings by less than 1e-8 of itself and does not drift.
void rotateFreely(Quaternion& q, Vec3d& spin, const Vec3d& moments, double dt);

}  // namespace shoal
