#include "shoal/core/vec.h"

#include <limits>

#include <gtest/gtest.h>

namespace shoal {
namespace {

constexpr Vec3d kA{1, -2, 3};
constexpr Vec3d kB{4, 5, -6};

TEST(Vec, SumsAndMultiplesActOnEachComponent) {
  EXPECT_EQ(kA + kB, (Vec3d{5, 3, -3}));
  EXPECT_EQ(kA - kB, (Vec3d{-3, -7, 9}));
  EXPECT_EQ(-kA, (Vec3d{-1, 2, -3}));
  EXPECT_EQ(2.0 * kA, (Vec3d{2, -4, 6}));
  EXPECT_EQ(kA * 2.0, 2.0 * kA);
  EXPECT_EQ(kA / 2.0, (Vec3d{0.5, -1, 1.5}));
}

TEST(Vec, AssigningOperatorsGiveWhatTheirOperatorsGive) {
  Vec3d v = kA;
  v += kB;
  EXPECT_EQ(v, kA + kB);
  v -= kB;
  EXPECT_EQ(v, kA);
  v *= 3.0;
  EXPECT_EQ(v, 3.0 * kA);
}

TEST(Vec, IndexReadsAndWritesXYZ) {
  Vec3d v = kA;
  for (std::size_t axis = 0; axis < 3; ++axis) v[axis] += 10.0 * double(axis);
  EXPECT_EQ(v, (Vec3d{1, 8, 23}));
  const Vec3d& fixed = v;
  EXPECT_EQ((Vec3d{fixed[0], fixed[1], fixed[2]}), v);
}

TEST(Vec, CrossIsNormalToBothAndTurnsXIntoYIntoZ) {
  EXPECT_EQ(cross(Vec3d{1, 0, 0}, Vec3d{0, 1, 0}), (Vec3d{0, 0, 1}));
  EXPECT_EQ(dot(cross(kA, kB), kA), 0);
  EXPECT_EQ(dot(cross(kA, kB), kB), 0);
  EXPECT_EQ(cross(kA, kB), -cross(kB, kA));
}

// Lagrange's identity joins dot, cross and length.
TEST(Vec, CrossAndDotShareTheSquaredLengths) {
  EXPECT_EQ(sq(dot(kA, kB)) + dot(cross(kA, kB), cross(kA, kB)), dot(kA, kA) * dot(kB, kB));
  EXPECT_EQ(length(Vec3d{2, 3, 6}), 7);
}

TEST(Vec, PowersMultiply) {
  EXPECT_EQ(sq(-3), 9);
  EXPECT_EQ(cube(-3), -27);
}

TEST(Vec, NormalisedHasLengthOneAndTheSameDirection) {
  EXPECT_EQ(normalised(Vec3d{0, -3, 4}), (Vec3d{0, -0.6, 0.8}));
  EXPECT_EQ(normalised(Vec3f{}), Vec3f{});
}

// The square of 1e-25 is 0 in float and that of 1e25 is infinite.
TEST(Vec, NormalisedHoldsForTheSmallestAndLargestVectors) {
  const Vec3f unit{0, -0.6f, 0.8f};
  for (const float size : {1e-37f, 1e-25f, 3e-23f, 1e-21f, 1e-10f, 1e10f, 1e19f, 1e25f, 1e38f}) {
    EXPECT_LT(length(normalised(size * unit) - unit), 1e-6f) << size;
  }
  EXPECT_LT(length(normalised(Vec3d{3e-200, 0, 4e-200}) - Vec3d{0.6, 0, 0.8}), 1e-15);
}

TEST(Vec, MinAndMaxArePerComponent) {
  EXPECT_EQ(min(kA, kB), (Vec3d{1, -2, -6}));
  EXPECT_EQ(max(kA, kB), (Vec3d{4, 5, 3}));
}

TEST(Vec, OneBadComponentIsNotFinite) {
  EXPECT_TRUE(isFinite(kA));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}) {
      Vec3d v = kA;
      v[axis] = bad;
      EXPECT_FALSE(isFinite(v));
    }
  }
}

TEST(Vec, ConversionRoundsEachComponent) {
  EXPECT_EQ(Vec3f(Vec3d{0.1, 0.2, 0.3}), (Vec3f{0.1f, 0.2f, 0.3f}));
}

}  // namespace
}  // namespace shoal
