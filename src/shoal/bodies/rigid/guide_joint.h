// A joint that holds some directions of translation and of rotation and leaves the others free:
// sliders, and bodies with locked axes.
#pragma once

#include <vector>

#include <btBulletDynamicsCommon.h>

#include "shoal/geometry/rotation.h"

namespace shoal {

class GuideJoint final : public btTypedConstraint {
 public:
  // Unit vectors, perpendicular to each other, in the frame of b, which coincides with that of a
  // when the joint is made.
  struct Held {
    std::vector<Vec3d> moves, turns;
  };
  GuideJoint(btRigidBody& a, btRigidBody& b, const Pose& inA, const Pose& inB, Held held);

  void getInfo1(btConstraintInfo1* size) override;
  // One constraint row for each direction: relative velocity of the points of a and b where a's
  // frame is, or relative spin. With one direction of rotation held, the rate alone is: which
  // rotations are free then depends on their order.
  void getInfo2(btConstraintInfo2* rows) override;

  // It has none.
  void setParam(int, btScalar, int) override {}
  btScalar getParam(int, int) const override { return 0; }

 private:
  Pose inA_, inB_;
  Held held_;
};

}  // namespace shoal
