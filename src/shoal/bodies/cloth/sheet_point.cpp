#include "shoal/bodies/cloth/sheet_point.h"

#include <array>
#include <limits>

#include "shoal/bodies/contact/proximity.h"

namespace shoal {

MaterialPoint nearestMaterial(std::span<const Triangle> triangles, std::span<const Vec3d> vertices,
                              const Vec3d& place) {
  MaterialPoint best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto& [a, b, c] = triangles[t];
    const FourPoints x{place, vertices[a], vertices[b], vertices[c]};
    const Proximity near = proximity(false, x);
    if (!(near.distance < least)) continue;
    least = near.distance;
    const std::array<double, 4> lambda{0, -near.weight[1], -near.weight[2], -near.weight[3]};
    best = {weighted(lambda, x), t, {a, b, c}, {lambda[1], lambda[2], lambda[3]}};
  }
  return best;
}

}  // namespace shoal
