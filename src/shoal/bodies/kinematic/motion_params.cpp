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

Entries Describe<WaveMakerParams>::entries() {
  using P = WaveMakerParams;
  return {
      Choice{"kind", &P::kind,
             "piston: the wall moves along the direction. flap: it rotates about the centre of the "
             "motion, which is at the bottom."},
      Choice{"spectrum", &P::spectrum, "regular: one wave. Others: irregular waves."},
      Required{Param{"height", &P::height, 0.0, 1e3, "m",
                     "Height of the waves from trough to crest; of a spectrum the significant "
                     "height, four times the standard deviation of the surface."}},
      Required{Param{"period", &P::period, 1e-3, 1e4, "s",
                     "Period of the waves; of a spectrum that of its peak."}},
      Required{Param{"depth", &P::depth, 1e-6, 1e5, "m", "Depth of still water at the wall."}},
      Param{"gravity", &P::gravity, 1e-6, 1e6, "m/s^2",
            "Acceleration of gravity, for the length of the waves."},
      Vector{"direction", &P::direction, "", "Direction in which the waves run."},
      Vector{"up", &P::up, "",
             "Direction against gravity; a flap turns about their cross product."},
      Param{"ramp", &P::ramp, 0.0, 1e3, "periods",
            "Duration over which the motion grows from rest to its full stroke."},
      Param{"gamma", &P::gamma, 1.0, 20.0, "", "Peak enhancement factor of a JONSWAP spectrum."},
      Param{"components", &P::components, 1, 10000, "",
            "Number of sine waves that a spectrum is made of."},
      Param{"seed", &P::seed, 0, 1000000000, "", "Seed of their phases."}};
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
             "without jumps of the velocity."},
      Group{"waves", &P::waves, "Motion of a wave maker, instead of formulas."}};
}

}  // namespace shoal
