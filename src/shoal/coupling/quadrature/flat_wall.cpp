#include "shoal/coupling/quadrature/flat_wall.h"

#include <algorithm>
#include <cmath>
#include <functional>
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
  const auto strongest = std::max_element(wall.forces.begin(), wall.forces.end());
  wall.peak = static_cast<std::size_t>(strongest - wall.forces.begin());
  wall.valley = static_cast<std::size_t>(std::min_element(strongest, wall.forces.end()) -
                                         wall.forces.begin());
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

double FlatWall::placeOf(double force) const {
  const auto begin = forces.begin() + static_cast<std::ptrdiff_t>(peak);
  const auto weaker = std::upper_bound(begin, forces.end(), force, std::greater<>());
  if (weaker == begin) return step * static_cast<double>(peak);
  if (weaker == forces.end()) return step * static_cast<double>(forces.size() - 1);
  const double stronger = *(weaker - 1), share = (stronger - force) / (stronger - *weaker);
  return step * (static_cast<double>(weaker - 1 - forces.begin()) + share);
}

double FlatWall::distanceOf(double force) const {
  const auto begin = forces.begin() + static_cast<std::ptrdiff_t>(peak);
  const auto end = forces.begin() + static_cast<std::ptrdiff_t>(valley) + 1;
  const auto weaker = std::upper_bound(begin, end, force, std::greater<>());
  return weaker == begin ? 0 : step * static_cast<double>(weaker - 1 - forces.begin());
}

}  // namespace shoal
