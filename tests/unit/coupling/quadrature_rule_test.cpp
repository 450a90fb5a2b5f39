#include <gtest/gtest.h>

#include "shoal/coupling/quadrature/seven_point_rule.h"

namespace shoal {
namespace {

// The mean of u^a v^b over a triangle, where u and v are shares of two of its corners.
double monomialMean(int a, int b) {
  return 2 * std::tgamma(a + 1) * std::tgamma(b + 1) / std::tgamma(a + b + 3);
}

double monomialByRule(int a, int b) {
  double sum = 0;
  for (const auto& p : kSevenPointRule)
    sum += p.weight * std::pow(p.share[1], a) * std::pow(p.share[2], b);
  return sum;
}

TEST(SevenPointRule, AgreesWithThePrintedTable) {
  double weights = 0;
  for (const auto& p : kSevenPointRule) {
    weights += p.weight;
    EXPECT_NEAR(p.share[0] + p.share[1] + p.share[2], 1, 1e-15);
  }
  EXPECT_NEAR(weights, 1, 1e-15);
  EXPECT_NEAR(kSevenPointRule[1].share[0], 0.05971587, 5e-9);
  EXPECT_NEAR(kSevenPointRule[1].share[1], 0.47014206, 5e-9);
  EXPECT_NEAR(kSevenPointRule[4].share[0], 0.79742699, 5e-9);
  EXPECT_NEAR(kSevenPointRule[4].share[1], 0.10128651, 5e-9);
}

TEST(SevenPointRule, IsExactForPolynomialsOfDegreeFiveAndNoMore) {
  for (int a = 0; a <= 5; ++a)
    for (int b = 0; a + b <= 5; ++b)
      EXPECT_NEAR(monomialByRule(a, b), monomialMean(a, b), 1e-15) << a << " " << b;
  EXPECT_GT(std::abs(monomialByRule(6, 0) - monomialMean(6, 0)), 1e-5);
  EXPECT_GT(std::abs(monomialByRule(3, 3) - monomialMean(3, 3)), 1e-7);
}

TEST(ThreePointRule, IsExactForPolynomialsOfDegreeFiveAndNoMore) {
  const auto byRule = [](int a) {
    double sum = 0;
    for (const auto& p : kThreePointRule) sum += p.weight * std::pow(p.share[1], a);
    return sum;
  };
  for (int a = 0; a <= 5; ++a) EXPECT_NEAR(byRule(a), 1.0 / (a + 1), 1e-15) << a;
  EXPECT_GT(std::abs(byRule(6) - 1.0 / 7), 1e-4);
}

// The mean of a smooth function over a triangle or segment cut into n parts along each side.
template <class Corners>
double smoothMean(const Corners& corner, int n) {
  double sum = 0;
  forEachSample(corner, n, [&](const Vec3d& x, double weight) {
    sum += weight * std::exp(1.3 * x.x - 0.7 * x.y) * std::cos(2 * x.y + x.z);
  });
  return sum;
}

template <class Corners>
void expectSixthOrder(const Corners& corner) {
  const double exact = smoothMean(corner, 64);
  for (const int n : {2, 4}) {
    const double coarse = std::abs(smoothMean(corner, n) - exact);
    const double fine = std::abs(smoothMean(corner, 2 * n) - exact);
    EXPECT_NEAR(std::log2(coarse / fine), 6, 0.3) << n;
  }
}

const TriangleOf<Vec3d> kTriangle{{{0, 0, 0}, {1.5, 0.2, 0.1}, {0.4, 1.1, -0.3}}};

TEST(Subdivision, ErrorsFallWithTheSixthPowerOfTheSize) {
  expectSixthOrder(kTriangle);
  expectSixthOrder(SegmentOf<Vec3d>{kTriangle[1], kTriangle[2]});
}

TEST(Subdivision, SharesAreThoseOfTheWholeTriangle) {
  const TriangleOf<Vec3d> shares{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (const int n : {1, 2, 3, 7}) {
    Vec3d mean;
    double weights = 0;
    int count = 0;
    forEachSample(shares, n, [&](const Vec3d& share, double weight) {
      EXPECT_NEAR(share.x + share.y + share.z, 1, 1e-14);
      EXPECT_GT(std::min({share.x, share.y, share.z}), 0);
      mean += weight * share;
      weights += weight;
      ++count;
    });
    EXPECT_EQ(count, 7 * n * n);
    EXPECT_NEAR(weights, 1, 1e-14);
    EXPECT_LT(length(mean - Vec3d{1, 1, 1} / 3.0), 1e-14);
  }
}

// The longest way from a sample to the nearest other one.
template <class Corners>
double longestGap(const Corners& corner, int n) {
  std::vector<Vec3d> samples;
  forEachSample(corner, n, [&](const Vec3d& x, double) { samples.push_back(x); });
  double gap = 0;
  for (const Vec3d& p : samples) {
    double nearest = 1e9;
    for (const Vec3d& q : samples)
      if (&p != &q) nearest = std::min(nearest, length(p - q));
    gap = std::max(gap, nearest);
  }
  return gap;
}

TEST(Subdivision, BringsSamplesWithinTheThreshold) {
  const SegmentOf<Vec3d> segment{kTriangle[0], kTriangle[1]};
  for (const double threshold : {1.0, 0.3, 0.11}) {
    const int n = subdivisionsFor(kTriangle, threshold);
    EXPECT_LE(longestGap(kTriangle, n), threshold);
    EXPECT_LE(longestGap(segment, subdivisionsFor(segment, threshold)), threshold);
  }
  EXPECT_EQ(subdivisionsFor(kTriangle, 100), 1);
  EXPECT_GT(longestGap(kTriangle, 1), 0.3) << "the threshold asks for nothing";
}

}  // namespace
}  // namespace shoal
