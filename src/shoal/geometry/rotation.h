// Rotations and rigid transforms.
#pragma once

#include <cmath>

#include "shoal/core/portable.h"
#include "shoal/core/vec.h"

namespace shoal {

// A unit quaternion w + xi + yj + zk.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;

  Vec3d vector() const { return {x, y, z}; }

  friend Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    const Vec3d v = a.w * b.vector() + b.w * a.vector() + cross(a.vector(), b.vector());
    return {a.w * b.w - dot(a.vector(), b.vector()), v.x, v.y, v.z};
  }
  friend bool operator==(const Quaternion&, const Quaternion&) = default;
};

inline Quaternion conjugate(const Quaternion& q) { return {q.w, -q.x, -q.y, -q.z}; }

inline Quaternion normalised(const Quaternion& q) {
  const double s = 1 / std::sqrt(sq(q.w) + sq(q.x) + sq(q.y) + sq(q.z));
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}

inline Vec3d rotate(const Quaternion& q, const Vec3d& v) {
  const Vec3d t = 2.0 * cross(q.vector(), v);
  return v + q.w * t + cross(q.vector(), t);
}

// By the length of `turn` in radians about its direction, right-handed.
inline Quaternion rotationBy(const Vec3d& turn) {
  const double angle = length(turn);
  const double s = angle > 1e-12 ? portable::sin(angle / 2) / angle : 0.5;
  return {portable::cos(angle / 2), s * turn.x, s * turn.y, s * turn.z};
}

// The inverse of rotationBy, with an angle of at most pi.
inline Vec3d turnOf(const Quaternion& q) {
  const double s = length(q.vector());
  const Vec3d v = q.w < 0 ? -q.vector() : q.vector();
  return s > 1e-12 ? v * (2 * portable::atan2(s, std::abs(q.w)) / s) : 2.0 * v;
}

// Rigid transform: rotation about the origin, then translation.
struct Pose {
  Vec3d position;  // m
  Quaternion rotation;

  Vec3d operator()(const Vec3d& p) const { return position + rotate(rotation, p); }
  friend Pose operator*(const Pose& a, const Pose& b) {
    return {a(b.position), a.rotation * b.rotation};
  }
  friend bool operator==(const Pose&, const Pose&) = default;
};

inline Pose inverse(const Pose& p) {
  const Quaternion back = conjugate(p.rotation);
  return {rotate(back, -p.position), back};
}

}  // namespace shoal
