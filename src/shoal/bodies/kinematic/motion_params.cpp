#include "shoal/bodies/kinematic/motion_params.h"

namespace shoal {

Entries Describe<KeyframeParams>::entries() {
  using P = KeyframeParams;
  return {
      Required{Param{"at", &P::at, 0.0, 1e9, "s", "Time of the key."}},
      Vector{"position", &P::position, "m", "Position of the centre of the motion at that time."},
      Vector{"rotation", &P::rotation, "degrees",
             "Rotation about the centre: a vector along the axis with the angle as its length."}};
}

Entries Describe<MotionParams>::entries() {
  using P = MotionParams;
  return {
      Formulas{"translate", &P::translate, "m", "Displacement at the time t."},
      Formula{"rotate", &P::rotate, "radians", "Angle of rotation at the time t."},
      Vector{"axis", &P::axis, "", "Axis of rotation, right-handed."},
      Vector{"centre", &P::centre, "m", "A point on the axis, before any translation."},
      List{"keyframes", &P::keyframes,
           "Poses at given times, instead of formulas; at rest before the first and after the "
           "last."},
      Text{"file", &P::file,
           "CSV file with columns t, x, y, z (displacement in m) and angle (degrees about the "
           "axis), or rx, ry, rz, or qw, qx, qy, qz, instead of formulas and keyframes; relative "
           "to the scene."},
      Choice{"interpolation", &P::interpolation,
             "Between keyframes or rows of the file: on straight lines, or on cubic curves "
             "without jumps of the velocity."}};
}

}  // namespace shoal
