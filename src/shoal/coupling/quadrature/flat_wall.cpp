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
  const double step = wall.step = h / kSteps;
  wall.restDistance = h;
  wall.forces.push_back(0);
  double before = 0;
  for (int i = 1; i <= kSteps; ++i) {
    const double force = flatWallForce(traction, dimensions, i * step);
    const bool repels = wall.restDistance == h && force >= 0;
    if (repels) wall.barrier += step * (before + force) / 2;
    if (!repels && wall.restDistance == h)
      wall.restDistance = (i - 1) * step + step * before / (before - force);
    wall.forces.push_back(force);
    wall.strongest = std::max(wall.strongest, force);
    wall.stiffest = std::max(wall.stiffest, (before - force) / step);
    before = force;
  }
  wall.stiffnesses.assign(wall.forces.size(), 0);
  for (std::size_t i = kSteps; i-- > 0;)
    wall.stiffnesses[i] =
        std::max(wall.stiffnesses[i + 1], (wall.forces[i] - wall.forces[i + 1]) / step);
  return wall;
}

double FlatWall::stiffnessAt(double z) const {
  const double last = static_cast<double>(stiffnesses.size() - 1);
  return stiffnesses[static_cast<std::size_t>(std::clamp(std::floor(z / step), 0.0, last))];
}

double FlatWall::distanceOf(double force) const {
  std::size_t i = forces.size() - 1;
  while (i > 0 && forces[i] < force) --i;
  return static_cast<double>(i) * step;
}

}  // namespace shoal
