// Sets of points that searches must get right, and the neighbours that no cleverness finds.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "shoal/core/vec.h"

namespace shoal {

using Points = std::vector<Vec3f>;

class RandomPoints {
 public:
  explicit RandomPoints(int dimensions, unsigned seed = 11)
      : dimensions_(dimensions), engine_(seed) {}

  float uniform(float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(engine_);
  }
  Vec3f inCube(float side) {
    const float x = uniform(0, side), y = uniform(0, side);
    return {x, y, dimensions_ == 3 ? uniform(0, side) : 0};
  }
  Points even(std::size_t n, float side) {
    Points points(n);
    for (Vec3f& p : points) p = inCube(side);
    return points;
  }
  // Three heaps whose density grows without end towards their centres.
  Points clustered(std::size_t n, float side) {
    const Points centres = even(3, side);
    Points points(n);
    for (std::size_t i = 0; i < n; ++i)
      points[i] = centres[i % 3] + inCube(side) * std::pow(10.f, uniform(-4, 0));
    return points;
  }

 private:
  int dimensions_;
  std::mt19937 engine_;
};

// The points closer to `place` than the radius.
inline std::set<std::uint32_t> closerThan(double radius, const Vec3f& place, const Points& points) {
  std::set<std::uint32_t> found;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (length(Vec3d(points[i]) - Vec3d(place)) < radius) found.insert(std::uint32_t(i));
  return found;
}

}  // namespace shoal
