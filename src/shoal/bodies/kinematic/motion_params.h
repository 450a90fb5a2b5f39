// What a scene says about rigid motions that are given.
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
    return {Required{Param{"at", &P::at, 0.0, 1e9, "s", "When it is there."}},
            Vector{"position", &P::position, "m", "Where the centre of the motion is by then."},
            Vector{"rotation", &P::rotation, "degrees",
                   "How it is turned about that: the axis, as long as the angle."}};
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
    return {Formulas{"translate", &P::translate, "m", "How far it has moved at the time t."},
            Formula{"rotate", &P::rotate, "radians", "How far it has turned at the time t."},
            Vector{"axis", &P::axis, "", "What it turns about, right-handed."},
            Vector{"centre", &P::centre, "m", "A point of the axis, before any translation."},
            List{"keyframes", &P::keyframes,
                 "Where it is at certain times, instead of formulas; in between it moves and turns "
                 "evenly, before and after them it rests."}};
  }
};

}  // namespace shoal
