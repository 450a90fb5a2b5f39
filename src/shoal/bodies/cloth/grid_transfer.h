// Interpolation between points and the nodes of a grid around them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/core/vec.h"

namespace shoal {

// Weights are listed by node and by point, so that both directions gather.
class GridTransfer {
 public:
  GridTransfer() = default;
  // Trilinear in cubes of this size, with nodes only where there are points. A grid of twice the
  // size with the same origin is nested: its functions are sums of those of the finer one.
  GridTransfer(std::span<const Vec3d> points, const Vec3d& origin, double cell);

  std::span<const Vec3d> nodes() const { return nodes_; }  // m, their positions

  // Restriction from the points to a node, and interpolation from the nodes to a point.
  template <class T>
  T sumOfPoints(std::size_t node, std::span<const T> values) const {
    return sum(firstPoint_[node], firstPoint_[node + 1], toPoint_, values);
  }
  template <class T>
  T interpolated(std::size_t point, std::span<const T> values) const {
    return sum(firstNode_[point], firstNode_[point + 1], toNode_, values);
  }

 private:
  struct Share {
    std::uint32_t other = 0;
    float weight = 0;
  };

  template <class T>
  static T sum(std::uint32_t first, std::uint32_t last, const std::vector<Share>& shares,
               std::span<const T> values) {
    T result{};
    for (std::uint32_t n = first; n < last; ++n)
      result += shares[n].weight * values[shares[n].other];
    return result;
  }

  std::vector<Vec3d> nodes_;
  std::vector<std::uint32_t> firstNode_, firstPoint_;
  std::vector<Share> toNode_, toPoint_;
};

}  // namespace shoal
