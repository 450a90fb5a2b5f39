// Parameters of prescribed motion.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

struct KeyframeParams {
  double at = 0;   // s
  Vec3d position;  // m
  Vec3d rotation;  // degrees
};

template <>
struct Describe<KeyframeParams> {
  static Entries entries() {
    using P = KeyframeParams;
    return {
        Required{Param{"at", &P::at, 0.0, 1e9, "s", "Time of the key."}},
        Vector{"position", &P::position, "m", "Position of the centre of the motion at that time."},
        Vector{"rotation", &P::rotation, "degrees",
               "Rotation about the centre: a vector along the axis with the angle as its length."}};
  }
};

struct MotionParams {
  VectorFormulaText translate;  // m
  FormulaText rotate;           // radians
  Vec3d axis{0, 0, 1};
  Vec3d centre;  // m
  std::vector<KeyframeParams> keyframes;
};

template <>
struct Describe<MotionParams> {
  static Entries entries() {
    using P = MotionParams;
    return {Formulas{"translate", &P::translate, "m", "Displacement at the time t."},
            Formula{"rotate", &P::rotate, "radians", "Angle of rotation at the time t."},
            Vector{"axis", &P::axis, "", "Axis of rotation, right-handed."},
            Vector{"centre", &P::centre, "m", "A point on the axis, before any translation."},
            List{"keyframes", &P::keyframes,
                 "Poses at given times, instead of formulas; linear interpolation in between, at "
                 "rest before the first and after the last."}};
  }
};

}  // namespace shoal
