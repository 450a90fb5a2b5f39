// Rigid bodies that are joined.
#include <gtest/gtest.h>

#include "unit/bodies/rigid_scene.h"

namespace shoal {
namespace {

constexpr double kPi = std::numbers::pi;

JointParams joint(JointKind kind, const std::string& body, const Vec3d& point,
                  const std::string& to = "") {
  JointParams params;
  params.kind = kind;
  params.body = body;
  params.to = to;
  params.point = point;
  return params;
}

TEST(RigidJoints, APendulumSwingsWithItsPeriod) {
  for (const JointKind kind : {JointKind::Ball, JointKind::Hinge}) {
    RigidWorld world({}, kDown);
    const double angle = 0.2, arm = 1;
    const RigidBody& bob = world.addDynamic(
        "bob", SphereShape{0.05}, {}, {{arm * std::sin(angle), -arm * std::cos(angle), 0}, {}});
    world.join(joint(kind, "bob", {0, 0, 0}));
    // Of a physical pendulum, with the first correction for its amplitude.
    const double inertia = sq(arm) + 0.4 * sq(0.05);
    const double period = 2 * kPi * std::sqrt(inertia / (9.81 * arm)) * (1 + sq(angle) / 16);
    double crossed = 0, last = bob.centre().x, stretched = 0;
    int crossings = 0;
    const double dt = 1.0 / 240;
    for (int i = 1; i < 240 * 21; ++i) {
      world.advance((i - 1) * dt, dt);
      stretched = std::max(stretched, std::abs(length(bob.centre()) - arm));
      if (last > 0 && bob.centre().x <= 0 && ++crossings <= 11) {
        const double t = i * dt - dt * bob.centre().x / (bob.centre().x - last);
        if (crossings == 1 || crossings == 11) crossed = t - (crossings == 1 ? 0 : crossed);
      }
      last = bob.centre().x;
    }
    EXPECT_NEAR(crossed / 10 / period, 1, 2e-3) << wordOf(kind);
    EXPECT_LT(stretched, 1e-3) << wordOf(kind);
  }
}

TEST(RigidJoints, AHingeTurnsAboutItsAxisOnly) {
  RigidWorld world({}, {3, -9.81, 2});
  JointParams params = joint(JointKind::Hinge, "door", {0, 0, 0});
  params.axis = {0, 1, 0};
  const Quaternion ajar = rotationBy({0, 0.7, 0});
  const RigidBody& door =
      world.addDynamic("door", BoxShape{{1, 2, 0.1}}, {}, {rotate(ajar, {0.5, 0, 0}), ajar});
  world.join(params);
  double widest = 0;
  for (int i = 0; i < 300; ++i) {
    world.advance(i / 60.0, 1 / 60.0);
    const Vec3d up = rotate(door.pose().rotation, {0, 1, 0});
    EXPECT_NEAR(length(up - Vec3d{0, 1, 0}), 0, 2e-3);
    EXPECT_NEAR(length(door.pose()({-0.5, 0, 0})), 0, 2e-3);
    widest = std::max(widest, std::abs(door.centre().z));
  }
  EXPECT_GT(widest, 0.2);
}

TEST(RigidJoints, WhatIsFixedMovesAsOne) {
  RigidWorld world({}, kDown);
  RigidParams params;
  params.velocity = {1, 5, 0};
  params.spin = {1, 2, 3};
  const RigidBody& a = world.addDynamic("a", BoxShape{{0.2, 0.2, 0.2}}, params);
  params.velocity += cross(params.spin, {0.5, 0, 0});
  const RigidBody& b = world.addDynamic("b", BoxShape{{0.2, 0.4, 0.2}}, params, {{0.5, 0, 0}, {}});
  world.join(joint(JointKind::Fixed, "a", {0.25, 0, 0}, "b"));
  advance(world, 1);
  EXPECT_NEAR(length(a.pose()({0.5, 0, 0}) - b.centre()), 0, 5e-3);
  EXPECT_LT(length(turnOf(conjugate(a.pose().rotation) * b.pose().rotation)), 0.01);
}

TEST(RigidJoints, AChainHolds) {
  RigidWorld world({}, kDown);
  const RigidBody* last = nullptr;
  std::string before;
  for (int i = 0; i < 8; ++i) {
    const std::string name = "link" + std::to_string(i);
    last = &world.addDynamic(name, CapsuleShape{0.02, 0.1}, {},
                             {{0.1 + 0.2 * i, 0, 0}, rotationBy({0, 0, kPi / 2})});
    world.join(joint(JointKind::Ball, name, {0.2 * i, 0, 0}, before));
    before = name;
  }
  for (int i = 0; i < 300; ++i) {
    world.advance(i / 60.0, 1 / 60.0);
    EXPECT_LT(length(last->pose()({0, -0.1, 0})), 1.62);  // 1.6 m long
  }
}

TEST(RigidJoints, ASpringSwingsWithItsPeriodAndKeepsItsEnergy) {
  RigidWorld world({}, {});
  RigidParams mass;
  mass.mass = 2;
  const RigidBody& bob = world.addDynamic("bob", SphereShape{0.05}, mass, {{1.1, 0, 0}, {}});
  JointParams params = joint(JointKind::Spring, "bob", {1.1, 0, 0});
  params.toPoint = Vec3d{0, 0, 0};
  params.stiffness = 200;
  params.restLength = 1;
  world.join(params);
  const double start = energyOf(world, {});
  EXPECT_NEAR(start, 0.5 * 200 * 0.01, 1e-12);
  const double period = 2 * kPi * std::sqrt(2.0 / 200);
  const double dt = period / 200;
  double lowest = 2, worst = 0;
  for (int i = 0; i < 2000; ++i) {  // ten periods
    world.advance(i * dt, dt);
    lowest = std::min(lowest, bob.centre().x);
    worst = std::max(worst, std::abs(energyOf(world, {}) / start - 1));
  }
  EXPECT_NEAR(bob.centre().x, 1.1, 2e-3);
  EXPECT_NEAR(lowest, 0.9, 1e-3);
  EXPECT_LT(worst, 0.05);
}

TEST(RigidJoints, VeryStiffSpringsStayCalm) {
  RigidWorld world({}, kDown);
  RigidParams light;
  light.mass = 1e-3;
  const RigidBody& bob = world.addDynamic("bob", SphereShape{0.05}, light, {{0, -1, 0}, {}});
  JointParams params = joint(JointKind::Spring, "bob", {0, -1, 0});
  params.toPoint = Vec3d{0, 0, 0};
  params.stiffness = 1e9;
  world.join(params);
  advance(world, 2);
  EXPECT_NEAR(length(bob.centre()), 1, 1e-3);
}

TEST(RigidJoints, NewtonsCradlePassesTheBlowOn) {
  RigidWorld world({}, kDown);
  const double r = 0.05, arm = 1, angle = 0.5;
  RigidParams steel;
  steel.contact = {0, 1};
  std::vector<RigidBody*> balls;
  for (int i = 0; i < 5; ++i) {
    const Vec3d top{2 * r * i, 0, 0};
    const double lift = i == 0 ? angle : 0;
    const std::string name = "ball" + std::to_string(i);
    balls.push_back(
        &world.addDynamic(name, SphereShape{r}, steel,
                          {top + Vec3d{-arm * std::sin(lift), -arm * std::cos(lift), 0}, {}}));
    world.join(joint(JointKind::Ball, name, top));
  }
  const double fastest = std::sqrt(2 * 9.81 * arm * (1 - std::cos(angle)));
  double struck = 0, others = 0, highest = 0;
  for (int i = 0; i < 340; ++i) {  // until the last ball comes back
    world.advance(i / 240.0, 1 / 240.0);
    struck = std::max(struck, balls[4]->velocity().x);
    highest = std::max(highest, balls[4]->centre().y + arm);
    if (balls[4]->velocity().x > 0.5)
      for (int b = 0; b < 4; ++b) others = std::max(others, length(balls[b]->velocity()));
  }
  EXPECT_NEAR(struck / fastest, 1, 0.02);
  EXPECT_NEAR(highest / (arm * (1 - std::cos(angle))), 1, 0.03);
  EXPECT_LT(others, 0.05 * fastest);
  double back = 0;
  for (int i = 0; i < 400; ++i) {
    world.advance((340 + i) / 240.0, 1 / 240.0);
    back = std::max(back, balls[0]->centre().y + arm);
  }
  EXPECT_NEAR(back / (arm * (1 - std::cos(angle))), 1, 0.06);
}

TEST(RigidJoints, JointsThatHoldNothingAreRefused) {
  RigidWorld world({}, kDown);
  addFloor(world);
  world.addDynamic("ball", SphereShape{0.1}, {});
  EXPECT_THROW(world.join(joint(JointKind::Ball, "bell", {})), Error);
  EXPECT_THROW(world.join(joint(JointKind::Ball, "ball", {}, "ball")), Error);
  EXPECT_THROW(world.join(joint(JointKind::Ball, "floor", {})), Error);
  EXPECT_THROW(world.join(joint(JointKind::Spring, "ball", {})), Error);
  JointParams params = joint(JointKind::Hinge, "ball", {});
  params.axis = {0, 0, 0};
  EXPECT_THROW(world.join(params), Error);
}

}  // namespace
}  // namespace shoal
