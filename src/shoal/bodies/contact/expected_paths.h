// Predicted paths of points in contact.
#pragma once

#include <vector>

#include "shoal/core/vec.h"

namespace shoal {

// Points are expected to stay near straight lines for some time.
struct ExpectedPaths {
  std::vector<Vec3d> x;  // m, at the start
  std::vector<Vec3d> v;  // m/s
  Vec3d drift;           // m/s, velocity of the frame of reference
  double horizon = 0;    // s, duration
  double width = 0;      // m, largest deviation from a path
  double slack = 0;      // m, distance within which features count as adjacent

  // Distance on their paths, beyond the kept one, up to which pairs have to be found. A common
  // deviation of all moving points does not change their distances to each other, but those to
  // fixed points.
  double reach(bool withFixed) const { return slack / 2 + (withFixed ? 4 : 2) * width; }
};

}  // namespace shoal
