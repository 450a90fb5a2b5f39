// Where a solid that is moved by hand is at certain times, and in between.
#pragma once

#include <vector>

#include "shoal/bodies/kinematic/motion_params.h"
#include "shoal/geometry/rotation.h"

namespace shoal {

class Keyframes {
 public:
  // `centre`: the point that positions are of, before any motion. An Error unless the times grow.
  Keyframes(const std::vector<KeyframeParams>& keyframes, const Vec3d& centre);

  bool empty() const { return keys_.empty(); }

  // What takes points to where they are at the time t: positions go on straight lines, rotations
  // the shortest way, both evenly. Before the first and after the last key all rests.
  Pose pose(double t) const;
  // Of a point that was at `x` before any motion, at the time t; at a key that of what follows.
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
