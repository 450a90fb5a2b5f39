// Conversions between the vectors of shoal and of Bullet. Only sources include headers that name
// Bullet.
#pragma once

#include <LinearMath/btTransform.h>

#include "shoal/geometry/rotation.h"

namespace shoal {

inline btVector3 toBullet(const Vec3d& v) { return {v.x, v.y, v.z}; }
inline Vec3d fromBullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

inline btQuaternion toBullet(const Quaternion& q) { return {q.x, q.y, q.z, q.w}; }
inline Quaternion fromBullet(const btQuaternion& q) { return {q.w(), q.x(), q.y(), q.z()}; }

inline btTransform toBullet(const Pose& p) {
  return btTransform(toBullet(p.rotation), toBullet(p.position));
}

}  // namespace shoal
