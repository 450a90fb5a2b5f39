#include "shoal/bodies/rigid/guide_joint.h"

#include "shoal/bodies/rigid/constraint_rows.h"

namespace shoal {

namespace {

// The rotation that would bring the frame of a back to that of b, as a vector. Where a rotation
// about one axis is free, that which aligns this axis in both, however far a has turned about it.
Vec3d misalignment(const Quaternion& a, const Quaternion& b, const std::vector<Vec3d>& held) {
  if (held.size() == 3) return turnOf(b * conjugate(a));
  if (held.size() < 2) return {};
  const Vec3d free = cross(held[0], held[1]);
  return cross(rotate(a, free), rotate(b, free));
}

}  // namespace

GuideJoint::GuideJoint(btRigidBody& a, btRigidBody& b, const Pose& inA, const Pose& inB, Held held)
    : btTypedConstraint(D6_CONSTRAINT_TYPE, a, b), inA_(inA), inB_(inB), held_(std::move(held)) {}

void GuideJoint::getInfo1(btConstraintInfo1* size) {
  size->m_numConstraintRows = static_cast<int>(held_.moves.size() + held_.turns.size());
  size->nub = 0;
}

void GuideJoint::getInfo2(btConstraintInfo2* rows) {
  const Pose a = poseOf(m_rbA), b = poseOf(m_rbB);
  const Pose frameA = a * inA_, frameB = b * inB_;
  const Vec3d armA = frameA.position - a.position;
  // The directions turn with b, so that the point of b is where a's frame is; b's own frame may be
  // far along the free direction. Both bodies feel the impulse at one point.
  const Vec3d armB = frameA.position - b.position;
  const Vec3d apart = frameB.position - frameA.position;
  const double rate = rows->fps * rows->erp;
  int row = 0;
  for (const Vec3d& direction : held_.moves) {
    const Vec3d axis = rotate(frameB.rotation, direction);
    const int at = row++ * rows->rowskip;
    setAxis(rows->m_J1linearAxis + at, axis);
    setAxis(rows->m_J1angularAxis + at, cross(armA, axis));
    setAxis(rows->m_J2linearAxis + at, -axis);
    setAxis(rows->m_J2angularAxis + at, -cross(armB, axis));
    rows->m_constraintError[at] = rate * dot(apart, axis);
  }
  const Vec3d turned = misalignment(frameA.rotation, frameB.rotation, held_.turns);
  for (const Vec3d& direction : held_.turns) {
    const Vec3d axis = rotate(frameB.rotation, direction);
    const int at = row++ * rows->rowskip;
    setAxis(rows->m_J1angularAxis + at, axis);
    setAxis(rows->m_J2angularAxis + at, -axis);
    rows->m_constraintError[at] = rate * dot(turned, axis);
  }
}

}  // namespace shoal
