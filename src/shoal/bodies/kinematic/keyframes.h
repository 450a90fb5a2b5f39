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
  Keyframes(const std::vector<KeyframeParams>& keyframes, const Vec3d& centre);

  bool empty() const { return keys_.empty(); }

  // Transform at the time t: linear interpolation of positions, shortest rotation at constant rate.
  // At rest before the first and after the last key.
  Pose pose(double t) const;
  // Velocity of a point that was at `x` before any motion; at a key that of the next interval.
  Vec3d velocity(const Vec3d& x, double t) const;

 private:
  struct Key {
    double t;
    Pose pose;
  };
  std::size_t after(double t) const;  // the first key later than t

  std::vector<Key> keys_;
  Vec3d centre_;
};

}  // namespace shoal
