// Small worlds of rigid bodies that several tests share.
#pragma once

#include "shoal/bodies/rigid/rigid_world.h"

namespace shoal {

inline const Vec3d kDown{0, -9.81, 0};

// The top of the floor is y = 0.
inline RigidBody& addFloor(RigidWorld& world, const ContactParams& contact = {}) {
  return world.addStatic("floor", BoxShape{{40, 1, 40}}, contact, {{0, -0.5, 0}, {}});
}

inline void advance(RigidWorld& world, double seconds, double dt = 1.0 / 60, double from = 0) {
  const int steps = static_cast<int>(std::lround(seconds / dt));
  for (int i = 0; i < steps; ++i) world.advance(from + i * dt, dt);
}

// Kinetic energies and those in the field of gravity, J.
inline double energyOf(const RigidWorld& world, const Vec3d& gravity = kDown) {
  double energy = world.jointEnergy();
  for (const Body* body : world.bodies()) {
    const BodyTotals sums = body->totals();
    energy += sums.kinetic - sums.mass * dot(gravity, sums.centre);
  }
  return energy;
}

}  // namespace shoal
