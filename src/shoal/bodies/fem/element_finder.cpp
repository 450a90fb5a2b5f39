#include "shoal/bodies/fem/element_finder.h"

#include <algorithm>

#include "shoal/core/portable.h"

namespace shoal {

namespace {

std::array<double, 4> barycentric(const FemMesh& mesh, std::size_t element, const Vec3d& point) {
  const auto node = mesh.of(element);
  const Vec3d o = mesh.rest[node[0]];
  const Vec3d b = mesh.rest[node[1]] - o, c = mesh.rest[node[2]] - o, d = mesh.rest[node[3]] - o;
  const Vec3d p = point - o;
  const double whole = dot(cross(b, c), d);
  const double pb = dot(cross(p, c), d) / whole, pc = dot(cross(b, p), d) / whole,
               pd = dot(cross(b, c), p) / whole;
  return {1 - pb - pc - pd, pb, pc, pd};
}

}  // namespace

ElementFinder::ElementFinder(const FemMesh& mesh) : mesh_(mesh) {
  for (const Vec3d& p : mesh.rest) bounds_.extend(p);
  // About as many cells as elements, but no more along an axis than it is long.
  const Vec3d size = bounds_.size();
  const double longest = std::max({size.x, size.y, size.z});
  const double volume = size.x * size.y * size.z;
  cell_ = std::max(portable::cbrt(volume / double(mesh.elements())), longest / 256);
  for (std::size_t axis = 0; axis < 3; ++axis)
    count_[axis] = static_cast<std::int64_t>(size[axis] / cell_) + 1;

  start_.assign(static_cast<std::size_t>(count_[0] * count_[1] * count_[2]) + 1, 0);
  for (std::size_t e = 0; e < mesh.elements(); ++e)
    forEachCell(e, [&](std::size_t c) { ++start_[c + 1]; });
  for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
  elements_.resize(start_.back());
  std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
  for (std::size_t e = 0; e < mesh.elements(); ++e)
    forEachCell(e, [&](std::size_t c) { elements_[next[c]++] = static_cast<std::uint32_t>(e); });
}

ElementFinder::Cell ElementFinder::cellOf(const Vec3d& point) const {
  Cell cell;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double at = (point[axis] - bounds_.lower[axis]) / cell_;
    cell[axis] = static_cast<std::int64_t>(std::clamp(at, 0.0, double(count_[axis] - 1)));
  }
  return cell;
}

std::size_t ElementFinder::indexOf(const Cell& cell) const {
  return static_cast<std::size_t>(cell[0] + count_[0] * (cell[1] + count_[1] * cell[2]));
}

template <class Visit>
void ElementFinder::forEachCell(std::size_t element, Visit&& visit) const {
  Box3d box;
  for (const std::uint32_t i : mesh_.of(element)) box.extend(mesh_.rest[i]);
  const Cell low = cellOf(box.lower), high = cellOf(box.upper);
  for (std::int64_t z = low[2]; z <= high[2]; ++z)
    for (std::int64_t y = low[1]; y <= high[1]; ++y)
      for (std::int64_t x = low[0]; x <= high[0]; ++x) visit(indexOf({x, y, z}));
}

void ElementFinder::consider(std::size_t element, const Vec3d& point, Home& home) const {
  const auto at = barycentric(mesh_, element, point);
  const double depth = *std::min_element(at.begin(), at.end());
  if (depth > home.depth) home = {element, at, depth};
}

ElementFinder::Home ElementFinder::homeOf(const Vec3d& point) const {
  constexpr double kInside = -1e-9;
  Home home;
  const std::size_t cell = indexOf(cellOf(point));
  for (std::uint32_t k = start_[cell]; k != start_[cell + 1]; ++k)
    consider(elements_[k], point, home);
  if (home.depth >= kInside) return home;
  for (std::size_t e = 0; e < mesh_.elements(); ++e) consider(e, point, home);
  return home;
}

}  // namespace shoal
