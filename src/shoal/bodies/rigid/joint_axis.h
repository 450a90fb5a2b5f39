// The free axis of a slider or hinge: where the joint is along it, and the spring, the motor and
// the limits that act there.
#pragma once

#include <optional>

#include "shoal/bodies/rigid/contact_body.h"

namespace shoal {

// Lengths in m; angles in rad.
struct JointDrive {
  double stiffness = 0, damping = 0, rest = 0;
  double motorSpeed = 0, motorForce = 0;
  std::optional<std::array<double, 2>> limits;
  double restitution = 0;

  bool acts() const { return stiffness > 0 || damping > 0 || motorForce > 0 || limits; }
};

// Of a hinge or slider; an Error for values that make no sense.
JointDrive driveOf(const JointParams& params);

class JointAxis {
 public:
  // `inA`, `inB`: frames in the bodies that coincide when the joint is made; `axis`, a unit vector,
  // is in these.
  JointAxis(bool turns, const Vec3d& axis, const Pose& inA, const Pose& inB,
            const JointDrive& drive)
      : turns_(turns), axis_(axis), inA_(inA), inB_(inB), drive_(drive) {}

  // What a unit impulse along the axis does to both bodies, and the position, m or rad. An angle is
  // within -pi and pi.
  struct State {
    Vec3d linear, angularA, angularB;  // of a; of b the opposite
    double position = 0;
  };
  State at(const Pose& a, const Pose& b) const;

  const JointDrive& drive() const { return drive_; }
  double springEnergy(const Pose& a, const Pose& b) const;  // J

 private:
  bool turns_;
  Vec3d axis_;
  Pose inA_, inB_;
  JointDrive drive_;
};

}  // namespace shoal
