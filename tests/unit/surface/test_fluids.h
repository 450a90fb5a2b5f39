// Particles that surfaces are made of in tests.
#pragma once

#include <cmath>
#include <vector>

#include "shoal/core/vec.h"

namespace shoal {

// Lattice points in [from, to) times the spacing that `chosen` takes, by their place in spacings.
template <class Chosen>
std::vector<Vec3f> lattice(double spacing, int from, int to, Chosen&& chosen, int dimensions = 3) {
  std::vector<Vec3f> x;
  for (int k = dimensions == 2 ? 0 : from; k < (dimensions == 2 ? 1 : to); ++k)
    for (int j = from; j < to; ++j)
      for (int i = from; i < to; ++i) {
        const Vec3d at{i + 0.5, j + 0.5, dimensions == 2 ? 0 : k + 0.5};
        if (chosen(at)) x.emplace_back(spacing * at);
      }
  return x;
}

inline std::vector<Vec3f> ballOfParticles(double spacing, double radius, int dimensions = 3) {
  const int n = static_cast<int>(std::ceil(radius));
  return lattice(
      spacing, -n, n, [&](const Vec3d& x) { return length(x) < radius; }, dimensions);
}

}  // namespace shoal
