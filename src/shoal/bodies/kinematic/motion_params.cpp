#include "shoal/bodies/kinematic/motion_params.h"

namespace shoal {

Entries Describe<KeyframeParams>::entries() {
  using P = KeyframeParams;
  return {Required{Param{"at", &P::at, 0.0, 1e9, "s", "When it is there."}},
          Vector{"position", &P::position, "m", "Where the centre of the motion is by then."},
          Vector{"rotation", &P::rotation, "degrees",
                 "How it is turned about that: the axis, as long as the angle."}};
}

Entries Describe<MotionParams>::entries() {
  using P = MotionParams;
  return {Formulas{"translate", &P::translate, "m", "How far it has moved at the time t."},
          Formula{"rotate", &P::rotate, "radians", "How far it has turned at the time t."},
          Vector{"axis", &P::axis, "", "What it turns about, right-handed."},
          Vector{"centre", &P::centre, "m", "A point of the axis, before any translation."},
          List{"keyframes", &P::keyframes,
               "Where it is at certain times, instead of formulas; in between it moves and turns "
               "evenly, before and after them it rests."}};
}

}  // namespace shoal
