// Prescribed rigid motion of kinematic boundaries, by formulas of time, keyframes or as a wave
// maker.
#pragma once

#include <optional>
#include <string>

#include "shoal/bodies/kinematic/keyframes.h"
#include "shoal/bodies/kinematic/wave_maker.h"
#include "shoal/core/formula.h"

namespace shoal {

class Motion {
 public:
  // `owner`: the key of the solid, such as "solid.tank", for messages.
  explicit Motion(const MotionParams& params, std::string owner = {});

  // At the time t, an Error that names key and time if a formula is not a finite number there.
  // Position of a point that was at `x` before any motion, and its velocity.
  Vec3d position(const Vec3d& x, double t) const;
  // Where a formula begins or ends, as t^1.5 does at 0, the derivative to the side where it exists.
  Vec3d velocity(const Vec3d& x, double t) const;
  // Transform of the whole solid.
  Pose pose(double t) const;

 private:
  // Of the formulas, at a time.
  struct Values {
    double angle;       // radians
    Vec3d translation;  // m
  };
  std::optional<Values> finiteValues(double t) const;
  Values valuesAt(double t) const;
  Vec3d moved(const Vec3d& x, const Values& values) const;
  [[noreturn]] void failAt(double t) const;

  VectorFormula translate_;
  Expression rotate_;
  Vec3d axis_, centre_;
  Keyframes keyframes_;
  std::optional<WaveMaker> waves_;
  std::string owner_;
};

}  // namespace shoal
