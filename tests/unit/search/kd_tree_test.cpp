#include "shoal/search/kd_tree.h"

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "support/with_threads.h"

namespace shoal {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

using Points = std::vector<Vec3f>;

class Random {
 public:
  float uniform(float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(engine_);
  }
  Vec3f inBox(float low, float high) {
    return {uniform(low, high), uniform(low, high), uniform(low, high)};
  }

 private:
  std::mt19937 engine_{7};
};

template <class Make>
Points generate(std::size_t n, Make&& make) {
  Points points(n);
  for (std::size_t i = 0; i < n; ++i) points[i] = make(i);
  return points;
}

Points uniformPoints(std::size_t n) {
  Random random;
  return generate(n, [&](std::size_t) { return random.inBox(-1, 1); });
}

// Distances that fall off to 1e-6 around three centres.
Points clusteredPoints(std::size_t n) {
  Random random;
  const Vec3f centres[] = {{0.5f, 0.5f, 0.5f}, {-0.7f, 0.1f, 0}, {0, 0, 0}};
  return generate(n, [&](std::size_t i) {
    return centres[i % 3] + random.inBox(-1, 1) * std::pow(10.f, random.uniform(-6, -1));
  });
}

Points coplanarPoints(std::size_t n) {
  Random random;
  return generate(n, [&](std::size_t) {
    return Vec3f{random.uniform(-1, 1), random.uniform(-1, 1), 0};
  });
}

// Points of a coarse lattice, each many times: every query is full of ties.
Points repeatedPoints(std::size_t n) {
  return generate(n, [](std::size_t i) {
    return Vec3f{0.25f * float(i % 7) - 0.75f, 0.25f * float(i % 5), 0.25f * float(i % 3)};
  });
}

// One point in every binade of float, along three axes: the deepest tree there is.
Points exponentialPoints() {
  Points points;
  for (int exponent = -149; exponent < 128; ++exponent) {
    const float x = std::ldexp(1.f, exponent);
    for (const Vec3f& p : {Vec3f{x, 0, 0}, Vec3f{0, x, 0}, Vec3f{0, 0, x}, Vec3f{-x, x, x}})
      points.push_back(p);
  }
  return points;
}

float squaredDistance(const Vec3f& a, const Vec3f& b) { return dot(a - b, a - b); }

std::vector<std::uint32_t> rangeByBruteForce(const Points& points, Vec3f centre, float radius) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < points.size(); ++i)
    if (squaredDistance(points[i], centre) <= radius * radius) found.push_back(i);
  return found;
}

std::vector<Neighbour> nearestByBruteForce(const Points& points, Vec3f centre, std::size_t k) {
  std::vector<std::pair<float, std::uint32_t>> all;
  for (std::uint32_t i = 0; i < points.size(); ++i)
    all.emplace_back(squaredDistance(points[i], centre), i);
  std::sort(all.begin(), all.end());
  all.resize(std::min(k, all.size()));
  std::vector<Neighbour> found;
  for (const auto& [d2, i] : all) found.push_back({i, std::sqrt(d2)});
  return found;
}

std::vector<std::uint32_t> sortedRange(const KdTree& tree, Vec3f centre, float radius) {
  std::vector<std::uint32_t> found;
  tree.range(centre, radius, found);
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<Neighbour> nearest(const KdTree& tree, Vec3f centre, int k) {
  std::vector<Neighbour> found{{99, 99}};  // to be replaced
  tree.nearest(centre, k, found);
  return found;
}

struct Distribution {
  std::string name;
  Points points;
};

class KdTreeOver : public testing::TestWithParam<Distribution> {
 protected:
  // Half of them on points, half anywhere.
  Points centres() {
    const Points& points = GetParam().points;
    return generate(200, [&](std::size_t i) {
      return i % 2 ? points[(i * 7919) % points.size()] : random_.inBox(-1.2f, 1.2f);
    });
  }
  Random random_;
};

TEST_P(KdTreeOver, RangeFindsWhatBruteForceFinds) {
  const Points& points = GetParam().points;
  for (const int bucket : {1, 4, KdTree::kBucketSize}) {
    const KdTree tree(points, bucket);
    ASSERT_EQ(tree.size(), points.size());
    for (const Vec3f& centre : centres())
      for (const float radius : {0.f, 1e-6f, 0.05f, 0.25f, 0.5f, 3.f})
        ASSERT_EQ(sortedRange(tree, centre, radius), rangeByBruteForce(points, centre, radius));
  }
}

// Pruning has no tolerance: a radius that ends exactly at a point must still find that point.
TEST_P(KdTreeOver, APointOnTheSphereIsFound) {
  const Points& points = GetParam().points;
  const KdTree tree(points, 2);
  for (const Vec3f& centre : centres()) {
    for (std::uint32_t i = 0; i < points.size(); i += 97) {
      const float d2 = squaredDistance(points[i], centre);
      float radius = std::sqrt(d2);
      if (radius * radius < d2) radius = std::nextafter(radius, kInfinity);
      const auto found = sortedRange(tree, centre, radius);
      ASSERT_TRUE(std::binary_search(found.begin(), found.end(), i));
    }
  }
}

TEST_P(KdTreeOver, NearestAreThoseOfBruteForceSortedWithTiesByIndex) {
  const Points& points = GetParam().points;
  for (const int bucket : {1, KdTree::kBucketSize}) {
    const KdTree tree(points, bucket);
    for (const Vec3f& centre : centres()) {
      for (const int k : {1, 2, 17}) {
        const auto expected = nearestByBruteForce(points, centre, std::size_t(k));
        ASSERT_EQ(nearest(tree, centre, k), expected);
        ASSERT_EQ(tree.closest(centre), expected.front());
      }
    }
  }
}

TEST_P(KdTreeOver, VisitsEachPointOnceWithItsSquaredDistance) {
  const Points& points = GetParam().points;
  const KdTree tree(points);
  std::vector<int> visits(points.size());
  const Vec3f centre{0.1f, 0.2f, 0.3f};
  tree.forEachWithin(centre, kInfinity, [&](std::uint32_t i, float d2) {
    ++visits[i];
    EXPECT_EQ(d2, squaredDistance(points[i], centre));
  });
  EXPECT_EQ(visits, std::vector<int>(points.size(), 1));
}

INSTANTIATE_TEST_SUITE_P(Distributions, KdTreeOver,
                         testing::Values(Distribution{"Uniform", uniformPoints(2000)},
                                         Distribution{"Clustered", clusteredPoints(2000)},
                                         Distribution{"Coplanar", coplanarPoints(2000)},
                                         Distribution{"Repeated", repeatedPoints(2000)},
                                         Distribution{"AllEqual", Points(2000, Vec3f{0.3f, 0, -1})},
                                         Distribution{"Exponential", exponentialPoints()}),
                         [](const auto& test) { return test.param.name; });

TEST(KdTree, EmptyTreeFindsNothing) {
  const KdTree tree(Points{});
  EXPECT_EQ(tree.size(), 0u);
  EXPECT_TRUE(sortedRange(tree, {}, kInfinity).empty());
  EXPECT_TRUE(nearest(tree, {}, 3).empty());
  EXPECT_FALSE(tree.closest({}));
}

TEST(KdTree, SinglePointIsFoundFromAnywhere) {
  const KdTree tree(Points{{1, 2, 3}});
  EXPECT_EQ(tree.closest({1, 2, 0}), (Neighbour{0, 3}));
  EXPECT_EQ(sortedRange(tree, {1, 2, 0}, 3.f), std::vector<std::uint32_t>{0});
  EXPECT_TRUE(sortedRange(tree, {1, 2, 0}, 2.999f).empty());
}

TEST(KdTree, MoreNeighboursThanPointsGivesAllPoints) {
  const Points points = uniformPoints(50);
  const KdTree tree(points);
  const auto all = nearestByBruteForce(points, {}, points.size());
  EXPECT_EQ(nearest(tree, {}, 51), all);
  EXPECT_EQ(nearest(tree, {}, std::numeric_limits<int>::max()), all);
}

TEST(KdTree, NoNeighboursWantedGivesNone) {
  const KdTree tree(uniformPoints(50));
  EXPECT_TRUE(nearest(tree, {}, 0).empty());
  EXPECT_TRUE(nearest(tree, {}, -1).empty());
}

TEST(KdTree, PointsThatAreNotFiniteAreNeverFound) {
  Points points = uniformPoints(500);
  for (std::size_t i = 0; i < points.size(); i += 3) points[i][i % 2] = i % 4 ? kNaN : -kInfinity;
  const KdTree tree(points, 2);
  EXPECT_EQ(tree.size(), 333u);
  const auto found = sortedRange(tree, {}, kInfinity);
  ASSERT_EQ(found.size(), 333u);
  for (const std::uint32_t i : found) EXPECT_TRUE(isFinite(points[i]));
  EXPECT_EQ(nearest(tree, {}, 500).size(), 333u);
  EXPECT_EQ(KdTree(Points(100, Vec3f{kNaN, kNaN, kNaN})).size(), 0u);
}

TEST(KdTree, QueriesThatMakeNoSenseFindNothing) {
  const KdTree tree(uniformPoints(100));
  for (const float radius : {-1.f, kNaN, -kInfinity})
    EXPECT_TRUE(sortedRange(tree, {}, radius).empty());
  for (const float x : {kNaN, kInfinity, -kInfinity}) {
    EXPECT_TRUE(sortedRange(tree, {0, x, 0}, kInfinity).empty());
    EXPECT_TRUE(nearest(tree, {0, x, 0}, 3).empty());
    EXPECT_FALSE(tree.closest({0, x, 0}));
  }
}

// Neighbouring floats have no float between them, and the largest ones no finite extent.
TEST(KdTree, PointsAtTheEndsOfFloatArePartedToo) {
  const float one = std::nextafter(1.f, 2.f), large = std::numeric_limits<float>::max();
  const Points points{{1, 0, 0}, {one, 0, 0}, {large, large, large}, {-large, -large, -large}};
  const KdTree tree(points, 1);
  for (std::uint32_t i = 0; i < points.size(); ++i)
    EXPECT_EQ(tree.closest(points[i]), (Neighbour{i, 0}));
}

TEST(KdTree, BucketsWithoutPointsAreRejected) {
  EXPECT_THROW(KdTree(Points{}, 0), Error);
  EXPECT_THROW(KdTree(Points{}, -5), Error);
}

// The order in which points are found shows the tree.
std::vector<std::uint32_t> treeOrder(const Points& points, int threads) {
  return withThreads(threads, [&] {
    const KdTree tree(points);
    std::vector<std::uint32_t> order;
    tree.range({0.1f, 0.2f, 0.3f}, kInfinity, order);
    return order;
  });
}

TEST(KdTree, TreeIsTheSameForAnyNumberOfThreads) {
  for (const Points& points : {uniformPoints(60000), clusteredPoints(60000)}) {
    const auto alone = treeOrder(points, 1);
    ASSERT_EQ(alone.size(), points.size());
    for (const int threads : {2, 3, 8}) EXPECT_EQ(treeOrder(points, threads), alone);
  }
}

TEST(KdTree, TreeBuiltByManyTasksAnswersLikeBruteForce) {
  const Points points = clusteredPoints(60000);
  const KdTree tree = withThreads(3, [&] { return KdTree(points); });
  for (std::size_t i = 0; i < points.size(); i += 2999) {
    const Vec3f centre = points[i];
    EXPECT_EQ(sortedRange(tree, centre, 0.01f), rangeByBruteForce(points, centre, 0.01f));
    EXPECT_EQ(nearest(tree, centre, 30), nearestByBruteForce(points, centre, 30));
  }
}

}  // namespace
}  // namespace shoal
