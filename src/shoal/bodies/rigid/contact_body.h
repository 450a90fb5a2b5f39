// State of a rigid body during an advance, and its collision object in Bullet.
#pragma once

#include <memory>

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include "shoal/bodies/rigid/bullet_shapes.h"
#include "shoal/bodies/rigid/rigid_body.h"

namespace shoal {

struct ContactBody {
  RigidBody* body = nullptr;
  std::uint32_t number = 0;  // among all bodies of the world
  CollisionShape shape;
  std::unique_ptr<btRigidBody> bullet;
  RigidState now;
  double inverseMass = 0;  // 1/kg; 0 for bodies that contacts do not move
  bool planar = false;     // moves in the plane z = 0 only
  bool touched = false;    // by a contact or joint in this step

  bool pushable() const { return inverseMass > 0; }
  bool moves() const { return body->matter().role != RigidRole::kStatic; }

  // Upper bound of the speed of any of its points, m/s.
  double speed() const { return length(now.v) + length(now.w) * shape.outerRadius; }

  Vec3d velocityAt(const Vec3d& point) const { return now.v + cross(now.w, point - now.x); }

  // Impulse at a point in N s, angular impulse in N m s.
  void applyImpulse(const Vec3d& impulse, const Vec3d& at) {
    applyLinear(impulse);
    applyAngular(cross(at - now.x, impulse));
  }
  void applyLinear(const Vec3d& impulse) {
    now.v += inverseMass * (planar ? Vec3d{impulse.x, impulse.y, 0} : impulse);
  }
  void applyAngular(const Vec3d& impulse) {
    if (pushable()) now.w += spinPer(impulse);
  }

  // Velocity change of a point along a unit vector by a unit impulse along it, 1/kg.
  double mobility(const Vec3d& point, const Vec3d& along) const {
    if (!pushable()) return 0;
    const Vec3d arm = point - now.x;
    const double linear = planar ? 1 - sq(along.z) : 1;
    return inverseMass * linear + dot(along, cross(spinPer(cross(arm, along)), arm));
  }

 private:
  Vec3d spinPer(const Vec3d& impulse) const {
    return applyInverseInertia(now.q, body->matter().moments,
                               planar ? Vec3d{0, 0, impulse.z} : impulse);
  }
};

}  // namespace shoal
