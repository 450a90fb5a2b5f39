// Parameters of damping zones.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

struct SpongeParams {
  Box3d box;  // m
  Vec3d direction{1, 0, 0};
  double rate = 10;  // 1/s
  Vec3d velocity;    // m/s
};

template <>
struct Describe<SpongeParams> {
  static Entries entries();
};

}  // namespace shoal
