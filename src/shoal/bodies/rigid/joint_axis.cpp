#include "shoal/bodies/rigid/joint_axis.h"

#include <numbers>

#include "shoal/core/error.h"

namespace shoal {

JointDrive driveOf(const JointParams& params) {
  const bool hinge = params.kind == JointKind::Hinge;
  const double unit = hinge ? std::numbers::pi / 180 : 1;
  JointDrive drive;
  drive.stiffness = params.stiffness;
  drive.damping = params.damping;
  drive.rest = unit * params.restPosition;
  if (params.motor) {
    drive.motorSpeed = params.motor->speed;
    drive.motorForce = params.motor->force;
  }
  if (params.limits) {
    const auto [low, high] = params.limits->range;
    if (!(low <= high)) fail("joint.limits.range: {} is above {}; swap them", low, high);
    if (hinge && (low < -180 || high > 180))
      fail("joint.limits.range: a hinge is limited within -180 and 180 degrees");
    drive.limits = {unit * low, unit * high};
    drive.restitution = params.limits->restitution;
  }
  return drive;
}

JointAxis::State JointAxis::at(const Pose& a, const Pose& b) const {
  const Pose frameA = a * inA_, frameB = b * inB_;
  const Vec3d axis = rotate(frameB.rotation, axis_);
  if (turns_) {
    const Quaternion q = conjugate(frameB.rotation) * frameA.rotation;
    // The twist about the axis; q and -q are the same rotation.
    const double sine = dot(q.vector(), axis_);
    const double angle = 2 * portable::atan2(q.w < 0 ? -sine : sine, std::abs(q.w));
    return {{}, axis, axis, angle};
  }
  const Vec3d place = frameA.position;
  return {axis, cross(place - a.position, axis), cross(place - b.position, axis),
          dot(place - frameB.position, axis)};
}

double JointAxis::springEnergy(const Pose& a, const Pose& b) const {
  if (drive_.stiffness == 0) return 0;
  return 0.5 * drive_.stiffness * sq(at(a, b).position - drive_.rest);
}

}  // namespace shoal
