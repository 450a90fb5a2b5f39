#include "shoal/bodies/rigid/fixed_joint.h"

#include "shoal/bodies/rigid/constraint_rows.h"

namespace shoal {

FixedJoint::FixedJoint(btRigidBody& a, btRigidBody& b, const Pose& inA, const Pose& inB)
    : btTypedConstraint(FIXED_CONSTRAINT_TYPE, a, b), inA_(inA), inB_(inB) {}

void FixedJoint::getInfo1(btConstraintInfo1* size) {
  size->m_numConstraintRows = 6;
  size->nub = 0;
}

void FixedJoint::getInfo2(btConstraintInfo2* rows) {
  const Pose a = poseOf(m_rbA), b = poseOf(m_rbB);
  const Pose frameA = a * inA_, frameB = b * inB_;
  const Vec3d armA = frameA.position - a.position, armB = frameB.position - b.position;
  const Vec3d apart = frameB.position - frameA.position;
  const Vec3d turned = turnOf(frameB.rotation * conjugate(frameA.rotation));
  const double rate = rows->fps * rows->erp;
  for (std::size_t k = 0; k < 3; ++k) {
    Vec3d axis;
    axis[k] = 1;
    const std::size_t move = k * rows->rowskip, turn = (k + 3) * rows->rowskip;
    // The velocity of a's frame along the axis, v . axis + w . (arm x axis), less that of b's.
    setAxis(rows->m_J1linearAxis + move, axis);
    setAxis(rows->m_J1angularAxis + move, cross(armA, axis));
    setAxis(rows->m_J2linearAxis + move, -axis);
    setAxis(rows->m_J2angularAxis + move, -cross(armB, axis));
    rows->m_constraintError[move] = rate * apart[k];
    setAxis(rows->m_J1angularAxis + turn, axis);
    setAxis(rows->m_J2angularAxis + turn, -axis);
    rows->m_constraintError[turn] = rate * turned[k];
  }
}

}  // namespace shoal
