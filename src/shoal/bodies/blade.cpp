#include "shoal/bodies/blade.h"

namespace shoal {

namespace {

double volumeOf(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  return dot(cross(b - a, c - a), d - a);
}

}  // namespace

std::optional<double> crossing(const Vec3d& p, const Vec3d& q,
                               const std::array<Vec3d, 3>& triangle) {
  const auto& [a, b, c] = triangle;
  const double above = volumeOf(a, b, c, p), below = volumeOf(a, b, c, q);
  if ((above >= 0) == (below >= 0)) return std::nullopt;
  const bool ab = volumeOf(p, q, a, b) >= 0, bc = volumeOf(p, q, b, c) >= 0,
             ca = volumeOf(p, q, c, a) >= 0;
  if (ab != bc || bc != ca) return std::nullopt;
  return above / (above - below);
}

}  // namespace shoal
