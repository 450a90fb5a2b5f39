// Rigid motions given by formulas of time: walls that are moved by hand.
#pragma once

#include "shoal/core/formula.h"
#include "shoal/core/parameter.h"
#include "shoal/geometry/rotation.h"

namespace shoal {

struct MotionParams {
  VectorFormulaText translate;  // m
  FormulaText rotate;           // radians
  Vec3d axis{0, 0, 1};
  Vec3d centre;  // m
};

template <>
struct Describe<MotionParams> {
  static constexpr auto entries() {
    using P = MotionParams;
    return std::tuple{
        Formulas{"translate", &P::translate, "m", "How far it has moved at the time t."},
        Formula{"rotate", &P::rotate, "radians", "How far it has turned at the time t."},
        Vector{"axis", &P::axis, "", "What it turns about, right-handed."},
        Vector{"centre", &P::centre, "m", "A point of the axis, before any translation."}};
  }
};

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
};

}  // namespace shoal
