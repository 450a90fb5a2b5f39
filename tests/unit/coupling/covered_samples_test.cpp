#include "shoal/coupling/samples/covered_samples.h"

#include <gtest/gtest.h>

namespace shoal {
namespace {

constexpr float kSpacing = 0.1f;

// The foot of a wall on a floor, in the plane: samples of the floor (solid 0) in a row below y = 0,
// those of the wall (solid 1) in a column behind x = 0, and fluid beside them.
struct Foot {
  BoundarySamples boundary;
  FluidParticles fluid;
  CellGrid samples{2.1f * kSpacing, 2}, particles{2.1f * kSpacing, 2};
  std::vector<Vec3f> pressure;

  explicit Foot(bool wall = true) {
    boundary.layerSpacing = kSpacing;
    for (int k = -5; k < 5; ++k) add(0, {kSpacing * (float(k) + 0.5f), -kSpacing / 2, 0});
    for (int k = 0; wall && k < 5; ++k)
      for (int l = 0; l < 2; ++l)
        add(1, {-kSpacing * (float(l) + 0.5f), kSpacing * (float(k) + 0.5f), 0});
    samples.build(boundary.x.span());
    boundary.set.rearrange(samples.order());
    fluid.volume = kSpacing * kSpacing;
    const std::size_t n = fluid.set.append(25);
    for (std::size_t k = 0; k < 25; ++k)
      fluid.x[n + k] = kSpacing * Vec3f{float(k % 5) + 0.5f, float(k / 5) + 0.5f, 0};
    particles.build(fluid.x.span());
    fluid.set.rearrange(particles.order());
    pressure.assign(boundary.size(), {-3, -4, 0});
  }

  void add(std::uint32_t solid, const Vec3f& x) {
    const std::size_t b = boundary.set.append(1);
    boundary.x[b] = x;
    boundary.wall[b] = solid;
    boundary.layer[b] = 1;
    boundary.volume[b] = kSpacing * kSpacing;
  }

  std::vector<HandedForce> handed(const Vec3f& normalOfFloor = {0, 1, 0}) const {
    return handedForces(
        {boundary, samples, fluid, particles, [this](std::size_t b) { return boundary.wall[b]; },
         [&](std::size_t b) {
           return boundary.wall[b] == 0 ? normalOfFloor : Vec3f{1, 0, 0};
         }},
        pressure);
  }

  // What the sample of the floor at this x hands over.
  Vec3f from(float x, const std::vector<HandedForce>& handed) const {
    Vec3f sum;
    for (const HandedForce& one : handed)
      if (boundary.wall[one.from] == 0 && std::abs(boundary.x[one.from].x - x) < 1e-5f)
        sum += one.force;
    return sum;
  }
};

TEST(CoveredSamples, WhatStandsOnAFloorBearsTheForceAlongIt) {
  const Foot foot;
  const std::vector<HandedForce> handed = foot.handed();
  const Vec3f covered = foot.from(-0.15f, handed);
  EXPECT_NEAR(covered.x, -2.78, 0.01);  // N, all but the share of the floor's own samples below
  EXPECT_NEAR(covered.y, 0, 1e-6);
  for (const HandedForce& one : handed) {
    EXPECT_NE(foot.boundary.wall[one.from], foot.boundary.wall[one.to]);
    EXPECT_GT(one.share, 0);
  }
}

TEST(CoveredSamples, FluidInFrontCoversNothing) {
  const Foot foot;
  EXPECT_EQ(foot.from(0.25f, foot.handed()), Vec3f{});
  EXPECT_TRUE(Foot(false).handed().empty());
}

// Half a spacing from the foot on either side, fluid and wall share the place in front.
TEST(CoveredSamples, BesideTheFootTheyShare) {
  const Foot foot;
  const std::vector<HandedForce> handed = foot.handed();
  const float behind = foot.from(-0.05f, handed).x / -3, before = foot.from(0.05f, handed).x / -3;
  EXPECT_NEAR(behind, 0.864f, 0.01f);
  EXPECT_NEAR(before, 0.068f, 0.01f);
}

TEST(CoveredSamples, SamplesAtEdgesAndWithoutForceKeepWhatTheyBear) {
  Foot foot;
  EXPECT_EQ(foot.from(-0.15f, foot.handed({0, 0, 0})), Vec3f{});
  foot.pressure.assign(foot.boundary.size(), {});
  EXPECT_TRUE(foot.handed().empty());
}

}  // namespace
}  // namespace shoal
