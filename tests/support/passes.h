// Whether a particle passes a triangle, both in motion.
#pragma once

#include <array>

#include "shoal/core/vec.h"

namespace shoal {

// Straight paths of a particle and of a triangle's corners: whether the particle changed sides
// within the triangle.
inline bool passes(const std::array<Vec3d, 4>& from, const std::array<Vec3d, 4>& to) {
  const auto at = [&](double t) {
    std::array<Vec3d, 4> x;
    for (std::size_t k = 0; k < 4; ++k) x[k] = (1 - t) * from[k] + t * to[k];
    return x;
  };
  const auto side = [](const std::array<Vec3d, 4>& x) {
    return dot(x[0] - x[1], cross(x[2] - x[1], x[3] - x[1]));
  };
  double early = 0, late = 1;
  const bool above = side(from) > 0;
  if ((side(to) > 0) == above) return false;
  for (int k = 0; k < 50; ++k) {
    const double middle = (early + late) / 2;
    ((side(at(middle)) > 0) == above ? early : late) = middle;
  }
  const auto x = at(late);
  const Vec3d n = cross(x[2] - x[1], x[3] - x[1]);
  for (std::size_t k = 1; k < 4; ++k)
    if (dot(cross(x[k % 3 + 1] - x[k], x[0] - x[k]), n) < 0) return false;
  return true;
}

}  // namespace shoal
