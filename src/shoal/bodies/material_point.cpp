#include "shoal/bodies/material_point.h"

namespace shoal {

PointMotion interpolated(const MaterialPoint& point, std::span<const Vec3d> x,
                         std::span<const Vec3d> v) {
  PointMotion sum;
  for (std::size_t k = 0; k < point.nodes.size(); ++k) {
    sum.x += point.weights[k] * x[point.nodes[k]];
    sum.v += point.weights[k] * v[point.nodes[k]];
  }
  return sum;
}

}  // namespace shoal
