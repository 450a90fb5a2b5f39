// Closest features: what contact is made of.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "shoal/bodies/contact/proximity.h"

namespace shoal {
namespace {

Vec3d randomPoint(std::mt19937& random) {
  std::uniform_real_distribution<double> coordinate(-1, 1);
  const double x = coordinate(random), y = coordinate(random), z = coordinate(random);
  return {x, y, z};
}

// The least distance over a fine grid of weights.
double bruteDistance(bool edges, const FourPoints& x) {
  constexpr int kCells = 100;
  double least = 1e9;
  for (int i = 0; i <= kCells; ++i)
    for (int j = 0; j <= (edges ? kCells : kCells - i); ++j) {
      const double s = i / double(kCells), t = j / double(kCells);
      const Vec3d between = edges ? (1 - s) * x[0] + s * x[1] - (1 - t) * x[2] - t * x[3]
                                  : x[0] - (1 - s - t) * x[1] - s * x[2] - t * x[3];
      least = std::min(least, length(between));
    }
  return least;
}

TEST(Proximity, IsTheLeastDistanceBetweenFeatures) {
  std::mt19937 random(1);
  for (int n = 0; n < 200; ++n) {
    const FourPoints x{randomPoint(random), randomPoint(random), randomPoint(random),
                       randomPoint(random)};
    for (const bool edges : {false, true}) {
      const Proximity near = proximity(edges, x);
      const double brute = bruteDistance(edges, x);
      EXPECT_LE(near.distance, brute + 1e-12);
      EXPECT_GT(near.distance, brute - 0.03);
      const auto& w = near.weight;
      EXPECT_NEAR(w[0] + w[1] + w[2] + w[3], 0, 1e-12);
      EXPECT_NEAR(dot(near.normal, weighted(w, x)), near.distance, 1e-12);
      EXPECT_FALSE(apartByMore(edges, x, near.distance));
    }
  }
}

TEST(Proximity, ShrinksNoFasterThanTheFastestApproach) {
  std::mt19937 random(2);
  for (int n = 0; n < 200; ++n) {
    const FourPoints x{randomPoint(random), randomPoint(random), randomPoint(random),
                       randomPoint(random)};
    FourPoints v, moved;
    for (std::size_t k = 0; k < 4; ++k) {
      v[k] = randomPoint(random);
      moved[k] = x[k] + 0.1 * v[k];
    }
    for (const bool edges : {false, true})
      EXPECT_GE(proximity(edges, moved).distance,
                proximity(edges, x).distance - 0.1 * fastestApproach(edges, v) - 1e-12);
  }
}

TEST(Proximity, SurvivesFeaturesWithoutExtent) {
  const Vec3d p{1, 2, 3};
  EXPECT_EQ(proximity(false, {p, p, p, p}).distance, 0);
  EXPECT_EQ(proximity(true, {p, p, p, p}).distance, 0);
  EXPECT_DOUBLE_EQ(proximity(true, {Vec3d{}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}).distance, 1);
}

}  // namespace
}  // namespace shoal
