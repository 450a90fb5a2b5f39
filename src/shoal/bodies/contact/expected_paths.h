// Where points that may touch are expected.
#pragma once

#include <vector>

#include "shoal/core/vec.h"

namespace shoal {

// Where points are expected for a while: on straight lines, about a skin wide.
struct ExpectedPaths {
  std::vector<Vec3d> x;  // m, at the start
  std::vector<Vec3d> v;  // m/s
  Vec3d drift;           // m/s, of the frame that they are seen from
  double horizon = 0;    // s, how long
  double skin = 0;       // m
};

}  // namespace shoal
