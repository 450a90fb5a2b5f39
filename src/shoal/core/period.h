// Space that repeats itself along some axes.
#pragma once

#include <cmath>

#include "shoal/core/vec.h"

namespace shoal {

struct Period {
  Vec3f lower;   // m, corner of the box that repeats
  Vec3f length;  // m, of the box along each axis; 0: space does not repeat along it

  bool any() const { return length.x > 0 || length.y > 0 || length.z > 0; }

  // The image of a place that lies in the box: at or above its lower faces, below its upper ones.
  // What is not finite stays so.
  Vec3f wrapped(Vec3f x) const {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (!(length[axis] > 0)) continue;
      const float upper = lower[axis] + length[axis];
      if (x[axis] >= lower[axis] && x[axis] < upper) continue;
      x[axis] -= length[axis] * std::floor((x[axis] - lower[axis]) / length[axis]);
      if (x[axis] >= upper || x[axis] < lower[axis]) x[axis] = lower[axis];  // rounded
    }
    return x;
  }

  // The shortest of the images of the difference of two places in the box.
  Vec3f shortest(Vec3f d) const {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (d[axis] > length[axis] / 2)
        d[axis] -= length[axis];
      else if (d[axis] < -length[axis] / 2)
        d[axis] += length[axis];
    }
    return d;
  }
};

}  // namespace shoal
