// Prescribed rigid motion of kinematic boundaries, by formulas of time, keyframes or as a wave
// maker.
#pragma once

#include "shoal/bodies/kinematic/keyframes.h"
#include "shoal/bodies/kinematic/wave_maker.h"
#include "shoal/core/formula.h"

namespace shoal {

class Motion {
 public:
  explicit Motion(const MotionParams& params);

  // Position at the time t of a point that was at `x` before any motion. An Error if formulas give
  // numbers that are not finite or too large.
  Vec3d position(const Vec3d& x, double t) const;
  Vec3d velocity(const Vec3d& x, double t) const;
  // Transform at the time t.
  Pose pose(double t) const;

 private:
  Vec3d placeOf(const Vec3d& x, double t) const;

  VectorFormula translate_;
  Expression rotate_;
  Vec3d axis_, centre_;
  Keyframes keyframes_;
  std::optional<WaveMaker> waves_;
};

}  // namespace shoal
