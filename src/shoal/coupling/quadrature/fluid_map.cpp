#include "shoal/coupling/quadrature/fluid_map.h"

#include <algorithm>
#include <cmath>

namespace shoal {

namespace {

constexpr double kCell = 2;              // reaches
constexpr double kCellsPerParticle = 8;  // at most, else cells are made larger
constexpr double kFewest = 4096;

}  // namespace

void FluidMap::build(std::span<const Vec3f> places, double reach, const Period& period) {
  reach_ = reach;
  period_ = period;
  bounds_ = {};
  for (const Vec3f& x : places) bounds_.extend(Vec3d(x));
  const Vec3d size = bounds_.size();
  const double most = std::max(kFewest, kCellsPerParticle * static_cast<double>(places.size()));
  cell_ = kCell * reach;
  const auto count = [&](double length) { return std::floor(length / cell_) + 1; };
  while (count(size.x) * count(size.y) * count(size.z) > most) cell_ *= 2;
  for (std::size_t axis = 0; axis < 3; ++axis)
    cells_[axis] = static_cast<std::int64_t>(count(size[axis]));
  wet_.assign(static_cast<std::size_t>(cells_[0] * cells_[1] * cells_[2]), 0);
  for (const Vec3f& x : places) wet_[indexOf(cellOf(Vec3d(x)))] = 1;
}

FluidMap::Cell FluidMap::cellOf(const Vec3d& place) const {
  Cell cell;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double at = std::floor((place[axis] - bounds_.lower[axis]) / cell_);
    cell[axis] = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::clamp(at, 0.0, 1e9)), 0,
                                          cells_[axis] - 1);
  }
  return cell;
}

std::size_t FluidMap::indexOf(const Cell& cell) const {
  return static_cast<std::size_t>((cell[2] * cells_[1] + cell[1]) * cells_[0] + cell[0]);
}

bool FluidMap::mayReach(const Box3d& box) const {
  const Box3d near = box.grown(reach_);
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (!(period_.length[axis] > 0) &&
        !(near.lower[axis] <= bounds_.upper[axis] && bounds_.lower[axis] <= near.upper[axis]))
      return false;
  if (period_.any()) return true;
  const Cell from = cellOf(near.lower), to = cellOf(near.upper);
  for (std::int64_t z = from[2]; z <= to[2]; ++z)
    for (std::int64_t y = from[1]; y <= to[1]; ++y)
      for (std::int64_t x = from[0]; x <= to[0]; ++x)
        if (wet_[indexOf({x, y, z})]) return true;
  return false;
}

}  // namespace shoal
