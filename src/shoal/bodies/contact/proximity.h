// The closest points of a vertex and a triangle, or of two edges.
#pragma once

#include <array>
#include <cstdint>

#include "shoal/core/vec.h"

namespace shoal {

// A pair of features by its four points: a vertex and the triangle of the other three, or an edge
// of the first two and one of the last two.
struct FeaturePair {
  std::array<std::uint32_t, 4> point{};
  bool edges = false;

  friend bool operator==(const FeaturePair&, const FeaturePair&) = default;
};

// Where two features are closest: the vector between them is sum_k weight_k x_k, from the second
// to the first. The weights add up to zero.
struct Proximity {
  std::array<double, 4> weight{};
  Vec3d normal;         // unit vector from the second to the first; zero if they touch
  double distance = 0;  // m
};

using FourPoints = std::array<Vec3d, 4>;

inline Vec3d weighted(const std::array<double, 4>& w, const FourPoints& x) {
  return w[0] * x[0] + w[1] * x[1] + w[2] * x[2] + w[3] * x[3];
}

Proximity proximity(bool edges, const FourPoints& x);

// Whether the bounding spheres of the features are this far apart: sufficient, not necessary.
bool apartByMore(bool edges, const FourPoints& x, double distance);

// Upper bound of the rate at which the distance decreases, for velocities v of the points.
double fastestApproach(bool edges, const FourPoints& v);

}  // namespace shoal
