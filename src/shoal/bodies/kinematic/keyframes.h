// Keyframed motion of a kinematic solid.
#pragma once

#include <vector>

#include "shoal/bodies/kinematic/motion_params.h"
#include "shoal/geometry/rotation.h"

namespace shoal {

class Keyframes {
 public:
  // `centre`: the reference point of the positions, before any motion. An Error unless the times
  // increase.
  Keyframes(const std::vector<KeyframeParams>& keyframes, const Vec3d& centre,
            Interpolation interpolation = Interpolation::Linear);

  bool empty() const { return keys_.empty(); }

  // Transform at the time t. Linear: positions on straight lines, shortest rotation at constant
  // rate. Cubic: Hermite polynomials of the position and of the rotation since the last key, with
  // slopesAt() and, likewise, mean angular velocities at the keys. At rest before the first and
  // after the last key.
  Pose pose(double t) const;
  // Velocity of a point that was at `x` before any motion; at a key of linear motion that of the
  // next interval.
  Vec3d velocity(const Vec3d& x, double t) const;

 private:
  struct Key {
    double t;
    Pose pose;
    Vec3d velocity{}, spin{};  // m/s, rad/s; of cubic motion
  };
  void findSlopes();
  Pose between(const Key& a, const Key& b, double t) const;
  std::size_t after(double t) const;  // the first key later than t

  std::vector<Key> keys_;
  Vec3d centre_;
  Interpolation interpolation_;
};

}  // namespace shoal
