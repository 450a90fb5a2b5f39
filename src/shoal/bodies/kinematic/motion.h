// Rigid motions given by formulas of time or by keyframes: walls that are moved by hand.
#pragma once

#include "shoal/bodies/kinematic/keyframes.h"
#include "shoal/core/formula.h"

namespace shoal {

class Motion {
 public:
  explicit Motion(const MotionParams& params);

  // Where a point is at the time t that was at `x` before any motion.
  Vec3d position(const Vec3d& x, double t) const;
  Vec3d velocity(const Vec3d& x, double t) const;
  // What takes points to where they are at the time t.
  Pose pose(double t) const;

 private:
  VectorFormula translate_;
  Expression rotate_;
  Vec3d axis_, centre_;
  Keyframes keyframes_;
};

}  // namespace shoal
