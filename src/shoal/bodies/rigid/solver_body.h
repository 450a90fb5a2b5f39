// Rigid bodies as the solver of contacts and joints sees them.
#pragma once

#include "shoal/core/symmetric3.h"

namespace shoal {

// Velocities and inverse inertia of a body in the solver.
struct SolverBody {
  Vec3d v, w;
  Vec3d inverseMass;  // 1/kg, by axis
  Symmetric3 inverseInertia;

  void applyImpulse(const Vec3d& linear, const Vec3d& angular) {  // N s, N m s
    v += Vec3d{inverseMass.x * linear.x, inverseMass.y * linear.y, inverseMass.z * linear.z};
    w += inverseInertia * angular;
  }
};

}  // namespace shoal
