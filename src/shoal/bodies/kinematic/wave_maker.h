// Wave makers by linear theory [DD91]: the stroke of a piston or flap that makes waves of a given
// height and period in water of a given depth.
#pragma once

#include <vector>

#include "shoal/bodies/kinematic/motion_params.h"
#include "shoal/geometry/rotation.h"

namespace shoal {

// Wave number k of linear theory, omega^2 = g k tanh(k h), in 1/m.
double waveNumber(double period, double depth, double gravity);

// Height of the waves far from the wall over the stroke of the wall at the surface, [DD91]
// eqs. 6.23 and 6.24, for a flap that is hinged at the bottom.
double heightPerStroke(WaveMakerKind kind, double waveNumber, double depth);

class WaveMaker {
 public:
  // `hinge`: a point on the axis of a flap, at the bottom. An Error for directions that make no
  // sense.
  WaveMaker(const WaveMakerParams& params, const Vec3d& hinge);

  // Displacement of the wall at the surface of still water, m.
  double displacement(double t) const;
  Pose pose(double t) const;

  struct Component {
    double amplitude = 0;  // m, of the surface
    double stroke = 0;     // m, half of it
    double omega = 0;      // rad/s
    double phase = 0;      // rad
  };
  const std::vector<Component>& components() const { return components_; }

 private:
  WaveMakerKind kind_;
  double depth_, ramp_;  // m, s
  Vec3d direction_, axis_, hinge_;
  std::vector<Component> components_;
};

}  // namespace shoal
