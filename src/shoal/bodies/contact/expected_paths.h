// Where points that may touch are expected.
#pragma once

#include <vector>

#include "shoal/core/vec.h"

namespace shoal {

// Where points are expected for a while: near straight lines.
struct ExpectedPaths {
  std::vector<Vec3d> x;  // m, at the start
  std::vector<Vec3d> v;  // m/s
  Vec3d drift;           // m/s, of the frame that they are seen from
  double horizon = 0;    // s, how long
  double width = 0;      // m, how far they may be from these
  double slack = 0;      // m, within which features count as beside each other

  // How far apart features may be on their lines that are to be found, beyond what they keep. What
  // all points that move have in common brings them no closer to each other, but to fixed ones.
  double reach(bool withFixed) const { return slack / 2 + (withFixed ? 4 : 2) * width; }
};

}  // namespace shoal
