#include "shoal/bodies/cloth/grid_transfer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shoal {

namespace {

using Cell = std::array<std::int64_t, 3>;

struct Corner {
  Cell cell;
  float weight;
};

// Corners of the grid cell around a position, given in cells, that have a weight. A position nearer
// to a grid plane than kNothing counts as on it, so that a flat sheet needs one layer of nodes
// only.
template <class Use>
void forCorners(const Vec3d& place, Use&& use) {
  constexpr double kNothing = 1e-6;  // of a cell
  Cell low;
  Vec3d in;
  for (std::size_t k = 0; k < 3; ++k) {
    const double floor = std::floor(place[k] + kNothing);
    low[k] = static_cast<std::int64_t>(floor);
    in[k] = std::max(0.0, place[k] - floor);
    if (in[k] < kNothing) in[k] = 0;
  }
  for (unsigned corner = 0; corner < 8; ++corner) {
    Corner c{low, 1.f};
    for (std::size_t k = 0; k < 3; ++k) {
      const bool upper = (corner >> k & 1) != 0;
      c.cell[k] += upper;
      c.weight *= static_cast<float>(upper ? in[k] : 1 - in[k]);
    }
    if (c.weight > 0) use(c);
  }
}

}  // namespace

GridTransfer::GridTransfer(std::span<const Vec3d> points, const Vec3d& origin, double cell) {
  std::vector<Cell> cells;
  for (const Vec3d& x : points)
    forCorners((x - origin) / cell, [&](const Corner& c) { cells.push_back(c.cell); });
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  for (const auto& [i, j, k] : cells)
    nodes_.push_back(origin + cell * Vec3d{static_cast<double>(i), static_cast<double>(j),
                                           static_cast<double>(k)});

  firstNode_.push_back(0);
  firstPoint_.assign(cells.size() + 1, 0);
  for (const Vec3d& x : points) {
    forCorners((x - origin) / cell, [&](const Corner& c) {
      const auto found = std::lower_bound(cells.begin(), cells.end(), c.cell);
      const auto node = static_cast<std::uint32_t>(found - cells.begin());
      toNode_.push_back({node, c.weight});
      ++firstPoint_[node + 1];
    });
    firstNode_.push_back(static_cast<std::uint32_t>(toNode_.size()));
  }
  for (std::size_t n = 0; n < cells.size(); ++n) firstPoint_[n + 1] += firstPoint_[n];
  toPoint_.resize(toNode_.size());
  std::vector<std::uint32_t> next(firstPoint_.begin(), firstPoint_.end() - 1);
  for (std::uint32_t i = 0; i < points.size(); ++i)
    for (std::uint32_t n = firstNode_[i]; n < firstNode_[i + 1]; ++n)
      toPoint_[next[toNode_[n].other]++] = {i, toNode_[n].weight};
}

}  // namespace shoal
