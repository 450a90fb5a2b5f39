// Rotation without torque.
#include <gtest/gtest.h>

#include "shoal/bodies/rigid/free_rotation.h"
#include "unit/bodies/rigid_scene.h"

namespace shoal {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

RigidBody& addSpinningBox(RigidWorld& world, const Vec3d& spin) {
  RigidParams params;
  params.mass = 1;
  params.spin = spin;
  return world.addDynamic("box", BoxShape{{1, 2, 3}}, params);
}

TEST(FreeRotation, KeepsEnergyAndAngularMomentumOverAThousandTurns) {
  RigidWorld world({}, {});
  const RigidBody& box = addSpinningBox(world, {0.01, 2, 0.01});
  const BodyTotals start = box.totals();
  const double dt = 1.0 / 60;
  double worstEnergy = 0, worstMomentum = 0;
  bool flipped = false;
  for (int i = 0; i * dt < 1000 * kTurn / 2; ++i) {
    world.advance(i * dt, dt);
    const BodyTotals now = box.totals();
    worstEnergy = std::max(worstEnergy, std::abs(now.kinetic / start.kinetic - 1));
    worstMomentum = std::max(worstMomentum, length(now.angularMomentum - start.angularMomentum));
    flipped |= rotate(conjugate(box.pose().rotation), box.spin()).y < -1.9;
  }
  EXPECT_LT(worstEnergy, 1e-6);
  EXPECT_LT(worstMomentum / length(start.angularMomentum), 1e-6);
  EXPECT_TRUE(flipped);  // about the intermediate axis
}

TEST(FreeRotation, AboutTheOuterAxesIsStable) {
  for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 0, 1}}) {
    RigidWorld world({}, {});
    const RigidBody& box = addSpinningBox(world, 2.0 * axis + Vec3d{0.01, 0.01, 0.01});
    for (int i = 0; i < 3000; ++i) {
      world.advance(i / 60.0, 1 / 60.0);
      EXPECT_GT(dot(rotate(conjugate(box.pose().rotation), box.spin()), axis), 1.99);
    }
  }
}

TEST(FreeRotation, IsOfFourthOrder) {
  // Steps so short that each call is one composed step, of a spin that soon changes its axis.
  const auto turned = [](int steps) {
    Quaternion q;
    Vec3d w{0.3, 0.5, -0.2};
    for (int i = 0; i < steps; ++i) rotateFreely(q, w, {1, 2, 40}, 20.0 / steps);
    return q;
  };
  const auto apart = [](const Quaternion& a, const Quaternion& b) {
    return length((conjugate(a) * b).vector());
  };
  const Quaternion exact = turned(20000);
  const double coarse = apart(turned(1500), exact), fine = apart(turned(3000), exact);
  EXPECT_LT(coarse, 1e-6);
  EXPECT_NEAR(coarse / fine, 16, 3);
}

TEST(FreeRotation, FastSpinOfALongBodyKeepsItsEnergy) {
  RigidWorld world({}, {});
  const RigidBody& box = addSpinningBox(world, {1, 300, 2});
  const double start = box.totals().kinetic;
  for (int i = 0; i < 60; ++i) {
    world.advance(i / 60.0, 1 / 60.0);
    EXPECT_NEAR(box.totals().kinetic / start, 1, 1e-6);
  }
}

TEST(Rotations, TurnsAndTheirInverses) {
  const Vec3d turn{0.3, -1.2, 2};
  EXPECT_NEAR(length(turnOf(rotationBy(turn)) - turn), 0, 1e-14);
  EXPECT_NEAR(length(rotate(rotationBy({0, 0, kTurn / 4}), {1, 0, 0}) - Vec3d{0, 1, 0}), 0, 1e-15);
  const Pose pose{{1, 2, 3}, rotationBy(turn)};
  const Vec3d p{-4, 0.5, 2};
  EXPECT_NEAR(length((inverse(pose) * pose)(p)-p), 0, 1e-14);
  EXPECT_NEAR(length((pose * pose)(p)-pose(pose(p))), 0, 1e-14);
}

}  // namespace
}  // namespace shoal
