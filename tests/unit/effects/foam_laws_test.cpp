// The laws of spray, foam and bubbles, one by one.
#include "shoal/effects/foam/foam_laws.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace shoal {
namespace {

TEST(FoamLaws, ShareGoesFromTheFirstToTheSecondOfAPair) {
  EXPECT_EQ(shareOf(1, {2, 4}), 0);
  EXPECT_EQ(shareOf(2.5, {2, 4}), 0.25);
  EXPECT_EQ(shareOf(9, {2, 4}), 1);
}

TEST(FoamLaws, NumberIsTheProductOfEnergyAndTheSumOfTheOthers) {
  const FoamParams p{
      .trappedAir = {0, 2}, .crest = {0, 4}, .energy = {0, 8}, .trappedRate = 10, .crestRate = 100};
  EXPECT_DOUBLE_EQ((FoamPotential{.trappedAir = 1, .crest = 1, .energy = 2}).number(p),
                   0.25 * (10 * 0.5 + 100 * 0.25));
  EXPECT_EQ((FoamPotential{.trappedAir = 1, .crest = 1, .energy = 0}).number(p), 0);
  EXPECT_DOUBLE_EQ((FoamPotential{.trappedAir = 9, .crest = 9, .energy = 9}).strength(p), 1);
}

TEST(FoamLaws, WholeNumbersHaveTheExpectedMeanAndAreNextToIt) {
  for (const double expected : {0.003, 0.4, 1.0, 2.7}) {
    double sum = 0;
    constexpr int kTries = 200'000;
    for (int k = 0; k < kTries; ++k) {
      const int n = FoamRandom(1, static_cast<std::uint64_t>(k), 7).wholeNumber(expected);
      EXPECT_LT(std::abs(n - expected), 1);
      sum += n;
    }
    EXPECT_NEAR(sum / kTries, expected, 0.004) << expected;
  }
  EXPECT_EQ(FoamRandom(1, 2, 3).wholeNumber(-1), 0);
  EXPECT_EQ(FoamRandom(1, 2, 3).wholeNumber(std::nan("")), 0);
}

TEST(FoamLaws, RandomNumbersDependOnSeedParticleAndStepAlone) {
  EXPECT_EQ(FoamRandom(1, 2, 3)(4, 0), FoamRandom(1, 2, 3)(4, 0));
  for (const FoamRandom& other : {FoamRandom(2, 2, 3), FoamRandom(1, 3, 3), FoamRandom(1, 2, 4)})
    EXPECT_NE(other(4, 0), FoamRandom(1, 2, 3)(4, 0));
}

// Means and second moments of places in the cylinder around a path.
TEST(FoamLaws, NewParticlesFillTheCylinderAroundThePath) {
  const FoamMotion parent{{1, 2, 3}, {3, 0, 4}};
  constexpr double kRadius = 0.5, kStep = 0.1, kSpread = 2;
  constexpr int kTries = 100'000;
  Vec3d middle;
  double across = 0, along2 = 0;
  for (int k = 0; k < kTries; ++k) {
    const FoamMotion m = motionAtBirth(parent, kStep, kRadius, kSpread, 3, FoamRandom(5, 6, 7),
                                       static_cast<std::uint64_t>(k));
    const Vec3d way = m.x - parent.x, axis = parent.v / 5.0;
    const double along = dot(way, axis);
    const Vec3d offset = way - along * axis;
    ASSERT_GE(along, -1e-12);
    ASSERT_LE(along, 5 * kStep + 1e-12);
    ASSERT_LE(length(offset), kRadius * (1 + 1e-12));
    ASSERT_NEAR(length(m.v - parent.v - kSpread * offset), 0, 1e-12);
    middle += way / double(kTries);
    across += dot(offset, offset) / kTries;
    along2 += along * along / kTries;
  }
  EXPECT_NEAR(length(middle - 0.5 * kStep * parent.v), 0, 0.005);
  EXPECT_NEAR(across, kRadius * kRadius / 2, 0.002);  // even over the disc
  EXPECT_NEAR(along2, 0.25 / 3, 0.001);               // and along the axis
}

TEST(FoamLaws, InThePlaneNewParticlesStayThere) {
  for (std::uint64_t k = 0; k < 100; ++k) {
    const FoamMotion m =
        motionAtBirth({{0, 0, 0}, {1, 2, 0}}, 0.1, 0.5, 1, 2, FoamRandom(1, 1, 1), k);
    EXPECT_EQ(m.x.z, 0);
    EXPECT_EQ(m.v.z, 0);
  }
}

TEST(FoamLaws, SprayFliesAlongTheExactParabola) {
  const Vec3d g{0, -9.81, 0};
  FoamMotion m{{0, 1, 0}, {2, 3, -1}};
  for (const double dt : {0.1, 0.003, 0.25}) m = fly(m, g, dt);
  const double t = 0.353;
  EXPECT_NEAR(length(m.x - (Vec3d{0, 1, 0} + t * Vec3d{2, 3, -1} + 0.5 * t * t * g)), 0, 1e-14);
  EXPECT_NEAR(length(m.v - (Vec3d{2, 3, -1} + t * g)), 0, 1e-14);
}

TEST(FoamLaws, BubblesReachTheirSpeedAndStepsOfAnyLengthAgree) {
  const Vec3d up{0, 19.62, 0}, fluid{1, 0, 0};
  constexpr double kTau = 0.02;
  FoamMotion m;
  for (int k = 0; k < 1000; ++k) m = rise(m, fluid, up, kTau, 0.001);
  EXPECT_NEAR(length(m.v - (fluid + kTau * up)), 0, 1e-12);
  const FoamMotion whole = rise({}, fluid, up, kTau, 0.05);
  const FoamMotion half = rise(rise({}, fluid, up, kTau, 0.025), fluid, up, kTau, 0.025);
  EXPECT_NEAR(length(whole.x - half.x), 0, 1e-15);
  EXPECT_NEAR(length(whole.v - half.v), 0, 1e-14);
  // At first nothing but buoyancy acts.
  const FoamMotion start = rise({}, {}, up, kTau, 1e-8);
  EXPECT_NEAR(start.v.y / (1e-8 * up.y), 1, 1e-6);
}

TEST(FoamLaws, KindsFollowFromTheShareOfNeighbours) {
  EXPECT_EQ(kindOf(0.1, {0.2, 0.6}), FoamKind::Spray);
  EXPECT_EQ(kindOf(0.2, {0.2, 0.6}), FoamKind::Foam);
  EXPECT_EQ(kindOf(0.6, {0.2, 0.6}), FoamKind::Foam);
  EXPECT_EQ(kindOf(0.7, {0.2, 0.6}), FoamKind::Bubble);
}

}  // namespace
}  // namespace shoal
