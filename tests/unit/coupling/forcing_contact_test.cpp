#include <gtest/gtest.h>

#include "shoal/geometry/shapes/mesh_shapes.h"
#include "unit/coupling/forcing_scene.h"
#include "unit/search/test_points.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.02;
const Vec3d kWeight{0, -9.81, 0};

// A particle above a floor whose top is y = 0.
struct OnFloor : ForcedScene {
  OnFloor(const DirectForcingParams& params, const Vec3d& x, const Vec3d& v, const Vec3d& g = {},
          int dims = 3)
      : ForcedScene(kSpacing, g, dims) {
    forcing.add(rigid.addStatic("floor", BoxShape{{2, 0.2, 2}}, {}, {{0, -0.1, 0}, {}}), params);
    addParticle(x, v);
  }
  Vec3d v() const { return Vec3d(fluid.v[0]); }
};

const Vec3d kJustAbove{0, kSpacing / 2 + 1e-4, 0};

TEST(DirectForcing, WithoutSlipAParticleSticksToABody) {
  OnFloor scene(forcingOf(0), kJustAbove, {1, -1, 0.5});
  scene.step(1e-3);
  EXPECT_LT(length(scene.v()), 1e-7);
  EXPECT_EQ(scene.forcing.contacts().size(), 1u);
}

TEST(DirectForcing, WithFullSlipTheVelocityAlongTheSurfaceIsKept) {
  OnFloor scene(forcingOf(1), kJustAbove, {1, -1, 0.5});
  scene.step(1e-3);
  EXPECT_LT(length(scene.v() - Vec3d{1, 0, 0.5}), 1e-7);
  OnFloor half(forcingOf(0.5), kJustAbove, {1, -1, 0.5});
  half.step(1e-3);
  EXPECT_LT(length(half.v() - Vec3d{0.5, 0, 0.25}), 1e-7);
}

TEST(DirectForcing, BouncesWithItsRestitution) {
  for (const double restitution : {0.0, 0.4, 1.0}) {
    OnFloor scene(forcingOf(1, restitution), kJustAbove, {0.3, -2, 0});
    scene.step(1e-3);
    EXPECT_NEAR(scene.v().y, 2 * restitution, 1e-6) << restitution;
    EXPECT_NEAR(scene.v().x, 0.3, 1e-6);
  }
}

TEST(DirectForcing, WhatPartsFromABodyIsLetGo) {
  OnFloor scene(forcingOf(1), {0, 0.3 * kSpacing, 0}, {0, 0.5, 0});
  scene.step(1e-4);
  EXPECT_NEAR(scene.v().y, 0.5, 1e-6);
}

TEST(DirectForcing, AParticleAtRestStaysAtItsRadius) {
  for (const int dims : {2, 3}) {
    OnFloor scene(forcingOf(0.5), {0, kSpacing / 2, 0}, {0.1, 0, 0}, kWeight, dims);
    for (int i = 0; i < 500; ++i) {
      scene.step(1e-3);
      ASSERT_NEAR(double(scene.fluid.x[0].y), kSpacing / 2, 1e-4 * kSpacing / 2) << i;
    }
    EXPECT_LT(length(scene.v()), 1e-6);
  }
}

TEST(DirectForcing, ForcesOnABodyAreTheWeightThatRestsOnIt) {
  OnFloor scene(forcingOf(0), {0.25, kSpacing / 2, 0.5}, {}, kWeight);
  for (int i = 0; i < 10; ++i) scene.step(1e-3);
  const auto& on = scene.forcing.report().onBody[0];
  const double weight = 9.81 * double(scene.fluid.mass(0));
  EXPECT_NEAR(on.force.y / weight, -1, 1e-4);
  EXPECT_NEAR(on.torque.z / (0.25 * weight), -1, 1e-3);
  EXPECT_NEAR(on.torque.x / (0.5 * weight), 1, 1e-3);
}

// The speed of a particle that slid down a slope of 30 degrees for half a second.
double speedOnRamp(double slip, int dims) {
  ForcedScene scene(kSpacing, kWeight, dims);
  const double angle = std::acos(-1.0) / 6;
  const Quaternion turn = rotationBy({0, 0, -angle});
  const Pose place{rotate(turn, {0, -0.1, 0}), turn};
  scene.forcing.add(scene.rigid.addStatic("ramp", BoxShape{{6, 0.2, 1}}, {}, place),
                    forcingOf(slip));
  scene.addParticle(rotate(turn, {-1, kSpacing / 2, 0}));
  for (int i = 0; i < 500; ++i) scene.step(1e-3);
  const Vec3d v(scene.fluid.v[0]);
  EXPECT_NEAR(dot(v, rotate(turn, {0, 1, 0})), 0, 0.02) << "left the ramp";
  return length(v);
}

TEST(DirectForcing, AFrictionlessSlideGainsTheSpeedOfAFall) {
  for (const int dims : {2, 3}) {
    EXPECT_NEAR(speedOnRamp(1, dims) / (9.81 * 0.5 * 0.5), 1, 0.02);
    EXPECT_LT(speedOnRamp(0.99, dims) / (9.81 * 0.5 * 0.5), 0.5);
  }
}

TEST(DirectForcing, TheSpeedOfASlideGrowsWithSlip) {
  double before = -1;
  for (const double slip : {0.0, 0.5, 0.9, 0.99, 0.999, 1.0}) {
    const double speed = speedOnRamp(slip, 3);
    EXPECT_GT(speed, before) << slip;
    before = speed;
  }
  EXPECT_LT(speedOnRamp(0, 3), 0.01);
}

// The least distance of any particle from the faces of a box it is in.
double leastGap(const FluidParticles& fluid, const Box3d& box, int dims) {
  double least = 1e9;
  for (const Vec3f& x : fluid.x)
    for (std::size_t axis = 0; axis < std::size_t(dims); ++axis)
      least =
          std::min({least, double(x[axis]) - box.lower[axis], box.upper[axis] - double(x[axis])});
  return least;
}

TEST(DirectForcing, NoParticleIsNearerThanItsRadiusToTheBoxThatHoldsIt) {
  const Box3d box{{-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1}};
  for (const int dims : {2, 3}) {
    ForcedScene scene(kSpacing, kWeight, dims);
    scene.forcing.add(scene.rigid.addStatic("box", makeBox(box)), forcingOf(1, 0.9));
    RandomPoints random(dims, 5);
    for (int i = 0; i < 300; ++i) {
      const auto inCube = [&](double side) {
        return Vec3d(random.inCube(float(side))) - 0.5 * side * Vec3d{1, 1, dims == 3 ? 1.0 : 0.0};
      };
      scene.addParticle(inCube(0.17), inCube(8));
    }
    for (int i = 0; i < 300; ++i) {
      scene.step(1e-3);
      ASSERT_GE(leastGap(scene.fluid, box, dims), (1 - 1e-4) * scene.radius()) << i;
      ASSERT_EQ(scene.forcing.report().squeezed, 0u);
    }
  }
}

TEST(DirectForcing, ASheetHasTwoSides) {
  ForcedScene scene(kSpacing);
  const TriangleMesh sheet{{{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}},
                           {{0, 2, 1}, {0, 3, 2}}};
  scene.forcing.add(scene.rigid.addStatic("sheet", sheet), forcingOf(1));
  scene.addParticle({0, 1.2 * scene.radius(), 0}, {0.5, -9, 0});
  scene.addParticle({0.3, -1.2 * scene.radius(), 0}, {0.5, 12, 0});
  scene.step(1.9e-3);
  const double r = (1 - 1e-4) * scene.radius();
  EXPECT_GE(double(scene.fluid.x[0].y), r);
  EXPECT_LE(double(scene.fluid.x[1].y), -r);
  for (const Vec3f& v : scene.fluid.v) EXPECT_LT(length(v - Vec3f{0.5f, 0, 0}), 1e-6f);
}

TEST(DirectForcing, AParticleWithoutRoomStaysOnItsSideOfTheWall) {
  ForcedScene scene(kSpacing);
  const TriangleMesh floor{{{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}},
                           {{0, 2, 1}, {0, 3, 2}}};
  scene.forcing.add(scene.rigid.addStatic("floor", floor), forcingOf(1));
  const double r = scene.radius(), half = 5 * r;
  RigidParams heavy;
  heavy.density = 1e4;
  RigidBody& box = scene.rigid.addDynamic("box", BoxShape{2 * Vec3d{half, half, half}}, heavy,
                                          {{0, half + 0.5 * r, 0}, {}});
  scene.forcing.add(box, forcingOf(1));
  scene.addParticle({0, 0.25 * r, 0}, {0, -1, 0});
  scene.step(1e-5);
  EXPECT_EQ(scene.forcing.report().squeezed, 1u);
  EXPECT_GE(double(scene.fluid.x[0].y), (1 - 1e-4) * r);
}

class Rising final : public Trajectory {
 public:
  Pose pose(double t) const override { return {{0, t, 0}, rotationBy({0, 2 * t, 0})}; }
};

TEST(DirectForcing, AGuidedBodyCarriesFluidWithIt) {
  ForcedScene scene(kSpacing);
  scene.forcing.add(
      scene.rigid.addKinematic("plate", BoxShape{{1, 0.1, 1}}, std::make_unique<Rising>()),
      forcingOf(0));
  scene.addParticle({0.2, 0.05 + scene.radius(), 0});
  for (int i = 0; i < 100; ++i) scene.step(1e-3);
  const Vec3d x(scene.fluid.x[0]), v(scene.fluid.v[0]);
  EXPECT_NEAR(x.y - 0.15, scene.radius(), 1e-4 * scene.radius());
  EXPECT_NEAR(v.y, 1, 1e-4);
  EXPECT_NEAR(std::hypot(v.x, v.z), 2 * 0.2, 2e-3);
  EXPECT_NEAR(std::atan2(-x.z, x.x), 0.2, 1e-3) << "it turns with the plate";
}

TEST(DirectForcing, FindsBodiesAcrossABorderWhereSpaceRepeats) {
  const Period period{{-0.5f, -0.5f, -0.5f}, {1, 0, 0}};
  ForcedScene scene(kSpacing, {}, 3, period);
  scene.forcing.add(scene.rigid.addStatic("post", BoxShape{{0.1, 1, 1}}, {}, {{-0.5, 0, 0}, {}}),
                    forcingOf(1));
  scene.addParticle({0.45 - scene.radius() - 1e-4, 0, 0}, {1, 0.5, 0});
  scene.step(1e-3);
  EXPECT_LT(length(scene.fluid.v[0] - Vec3f{0, 0.5f, 0}), 1e-6f);
  EXPECT_LE(double(scene.fluid.x[0].x), 0.45 - (1 - 1e-4) * scene.radius());
}

TEST(DirectForcing, RefusesWhatItCannotUse) {
  ForcedScene scene(kSpacing, {}, 2);
  RigidBody& high = scene.rigid.addStatic("high", BoxShape{{1, 1, 1}}, {}, {{0, 0, 3}, {}});
  EXPECT_THROW(scene.forcing.add(high, {}), Error);
  EXPECT_THROW(scene.forcing.add(high, forcingOf(1.5)), Error);
  RigidBody& floor = scene.rigid.addStatic("floor", BoxShape{{1, 1, 1}});
  EXPECT_NO_THROW(scene.forcing.add(floor, {}));
  scene.addParticle({0, 1, 0});
  EXPECT_THROW(scene.forcing.correct(scene.fluid, 1e-3), Error) << "before begin()";
}

}  // namespace
}  // namespace shoal
