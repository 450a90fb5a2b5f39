// What constraints of Bullet that are ours share when they fill in their rows.
#pragma once

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include "shoal/bodies/rigid/bullet_convert.h"

namespace shoal {

inline Pose poseOf(const btRigidBody& body) {
  const btTransform& at = body.getCenterOfMassTransform();
  return {fromBullet(at.getOrigin()), fromBullet(at.getRotation())};
}

// Sets the axis of a row.
inline void setAxis(btScalar* axis, const Vec3d& a) {
  for (std::size_t k = 0; k < 3; ++k) axis[k] = a[k];
}

}  // namespace shoal
