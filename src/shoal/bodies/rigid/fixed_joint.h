// A joint that holds two bodies together as if they were one. In place of Bullet's, which takes
// Euler angles from the C library: these differ between processors.
#pragma once

#include <btBulletDynamicsCommon.h>

#include "shoal/geometry/rotation.h"

namespace shoal {

class FixedJoint final : public btTypedConstraint {
 public:
  // Frames in the bodies that are to coincide.
  FixedJoint(btRigidBody& a, btRigidBody& b, const Pose& inA, const Pose& inB);

  void getInfo1(btConstraintInfo1* size) override;
  // Rows of three velocities and three spins of a relative to b, along the axes of space.
  void getInfo2(btConstraintInfo2* rows) override;

  // It has none.
  void setParam(int, btScalar, int) override {}
  btScalar getParam(int, int) const override { return 0; }

 private:
  Pose inA_, inB_;
};

}  // namespace shoal
