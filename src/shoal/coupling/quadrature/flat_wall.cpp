#include "shoal/coupling/quadrature/flat_wall.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace shoal {

namespace {

constexpr int kSteps = 200;  // across the range: some 1e-4 relative

}  // namespace

double flatWallForce(const Traction& traction, int dimensions, double z) {
  const auto h = double(traction.range);
  if (!(z > 0 && z < h)) return 0;
  const double reach = std::sqrt(sq(h) - sq(z));
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double t = (i + 0.5) * reach / kSteps;  // along the wall
    const double r = std::sqrt(sq(z) + sq(t));
    const double around = dimensions == 3 ? 2 * std::numbers::pi * t : 2;
    sum += traction(r) * z / r * around;
  }
  return sum * reach / kSteps;
}

FlatWall flatWall(const Traction& traction, int dimensions) {
  FlatWall wall;
  const auto h = double(traction.range);
  const double step = h / kSteps;
  wall.restDistance = h;
  double before = 0;
  for (int i = 1; i <= kSteps; ++i) {
    const double force = flatWallForce(traction, dimensions, i * step);
    const bool repels = wall.restDistance == h && force >= 0;
    if (repels) wall.barrier += step * (before + force) / 2;
    if (!repels && wall.restDistance == h)
      wall.restDistance = (i - 1) * step + step * before / (before - force);
    wall.strongest = std::max(wall.strongest, force);
    wall.stiffest = std::max(wall.stiffest, (before - force) / step);
    before = force;
  }
  return wall;
}

}  // namespace shoal
