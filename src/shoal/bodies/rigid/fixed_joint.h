// A fixed joint between two bodies. Replaces Bullet's, which takes Euler angles from the C library:
// these differ between processors.
#pragma once

#include <btBulletDynamicsCommon.h>

#include "shoal/geometry/rotation.h"

namespace shoal {

class FixedJoint final : public btTypedConstraint {
 public:
  // Frames in the two bodies that are to coincide.
  FixedJoint(btRigidBody& a, btRigidBody& b, const Pose& inA, const Pose& inB);

  void getInfo1(btConstraintInfo1* size) override;
  // Six constraint rows: relative velocity and relative spin of a and b, along the world axes.
  void getInfo2(btConstraintInfo2* rows) override;

  // It has none.
  void setParam(int, btScalar, int) override {}
  btScalar getParam(int, int) const override { return 0; }

 private:
  Pose inA_, inB_;
};

}  // namespace shoal
