// Prescribed rigid motion of kinematic boundaries, by formulas of time or keyframes.
#pragma once

#include "shoal/bodies/kinematic/keyframes.h"
#include "shoal/core/formula.h"

namespace shoal {

class Motion {
 public:
  explicit Motion(const MotionParams& params);

  // Position at the time t of a point that was at `x` before any motion.
  Vec3d position(const Vec3d& x, double t) const;
  Vec3d velocity(const Vec3d& x, double t) const;
  // Transform at the time t.
  Pose pose(double t) const;

 private:
  VectorFormula translate_;
  Expression rotate_;
  Vec3d axis_, centre_;
  Keyframes keyframes_;
};

}  // namespace shoal
