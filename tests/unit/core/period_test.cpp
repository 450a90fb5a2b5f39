#include "shoal/core/period.h"

#include <limits>

#include <gtest/gtest.h>

#include "shoal/core/wide.h"
#include "unit/search/test_points.h"

namespace shoal {
namespace {

// Repeats along x and z.
const Period kSlab{{-0.3f, 5, 0.1f}, {1.7f, 0, 0.9f}};

bool inside(const Vec3f& x) {
  for (const std::size_t axis : {0, 2})
    if (!(x[axis] >= kSlab.lower[axis] && x[axis] < kSlab.lower[axis] + kSlab.length[axis]))
      return false;
  return true;
}

// How far two places are from being images of each other.
double distanceFromImages(const Vec3f& a, const Vec3f& b) {
  Vec3d d = Vec3d(a) - Vec3d(b);
  for (const std::size_t axis : {0, 2})
    d[axis] = std::remainder(d[axis], double(kSlab.length[axis]));
  return length(d);
}

Points around(float side, std::size_t n) {
  Points points = RandomPoints(3).even(n, side);
  for (Vec3f& p : points) p = p - Vec3f{side / 2, side / 2, side / 2};
  return points;
}

TEST(Period, RepeatsAlongAnyAxisThatHasALength) {
  EXPECT_FALSE(Period{}.any());
  EXPECT_FALSE((Period{{1, 2, 3}, {}}).any());
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Period period;
    period.length[axis] = 1;
    EXPECT_TRUE(period.any());
  }
}

TEST(Period, WrappingGivesAnImageInTheBox) {
  bool allWereInside = true;
  for (const Vec3f& x : around(20, 2000)) {
    const Vec3f image = kSlab.wrapped(x);
    EXPECT_TRUE(inside(image));
    EXPECT_LT(distanceFromImages(image, x), 1e-5);
    EXPECT_EQ(image.y, x.y);
    EXPECT_EQ(kSlab.wrapped(image), image);
    allWereInside = allWereInside && inside(x);
  }
  EXPECT_FALSE(allWereInside) << "nothing was wrapped";
}

TEST(Period, UpperFacesAreImagesOfLowerOnes) {
  const Vec3f lower = kSlab.lower, upper = lower + kSlab.length;
  EXPECT_EQ(kSlab.wrapped(lower), lower);
  EXPECT_TRUE(inside(kSlab.wrapped(upper)));
  EXPECT_LT(distanceFromImages(kSlab.wrapped(upper), upper), 1e-6);
  // So close below the box that its image rounds onto the upper face.
  const Vec3f below{std::nextafter(lower.x, -1.f), 5, std::nextafter(lower.z, -1.f)};
  EXPECT_TRUE(inside(kSlab.wrapped(below)));
  EXPECT_LT(distanceFromImages(kSlab.wrapped(below), below), 1e-6);
  const Period fromZero{{}, {1, 1, 1}};
  EXPECT_EQ(fromZero.wrapped({-1e-30f, 1, -3}), Vec3f());
}

TEST(Period, WhatIsNotFiniteDoesNotBecomeAPlace) {
  const float inf = std::numeric_limits<float>::infinity();
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), inf, -inf}) {
    EXPECT_FALSE(isFinite(kSlab.wrapped({bad, 0, 0})));
    EXPECT_FALSE(isFinite(kSlab.wrapped({0, bad, 0})));
  }
}

TEST(Period, NoImageOfADifferenceIsShorter) {
  bool allWereShortest = true;
  for (const Vec3f& a : around(30, 60))
    for (const Vec3f& b : around(40, 60)) {
      const Vec3f d = kSlab.wrapped(a) - kSlab.wrapped(b);
      const Vec3f s = kSlab.shortest(d);
      EXPECT_LT(distanceFromImages(s, d), 1e-6);
      EXPECT_EQ(s.y, d.y);
      EXPECT_LE(std::abs(s.x), kSlab.length.x / 2);
      EXPECT_LE(std::abs(s.z), kSlab.length.z / 2);
      EXPECT_EQ(kSlab.shortest(-d), -s);
      allWereShortest = allWereShortest && s == d;
    }
  EXPECT_FALSE(allWereShortest) << "no pair was closer across a border";
}

TEST(Period, WideAndNarrowDifferencesAreTheSame) {
  namespace wide = HWY_NAMESPACE;
  const wide::WidePeriod period(kSlab);
  Points differences = around(3.4f, 1000);
  for (const float share : {0.f, 0.5f, -0.5f, 1.f, -1.f})
    differences.push_back(share * kSlab.length);
  for (const Vec3f& d : differences) {
    const wide::WideVec s = shortest(wide::WideVec(d), period);
    const Vec3f lane{wide::hn::GetLane(s.x.v), wide::hn::GetLane(s.y.v), wide::hn::GetLane(s.z.v)};
    EXPECT_EQ(lane, kSlab.shortest(d));
  }
}

}  // namespace
}  // namespace shoal
