// Sliders, locked axes, and what acts along free axes of joints, against closed-form motion.
#include <numbers>

#include <gtest/gtest.h>

#include "unit/bodies/rigid_scene.h"

namespace shoal {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kMass = 2;  // kg

JointParams slider(const Vec3d& axis, const Vec3d& point = {}) {
  JointParams params;
  params.kind = JointKind::Slider;
  params.body = "bob";
  params.point = point;
  params.axis = axis;
  return params;
}

RigidParams heavy() {
  RigidParams params;
  params.mass = kMass;
  return params;
}

RigidBody& addBob(RigidWorld& world, const Vec3d& velocity = {}) {
  RigidParams params = heavy();
  params.velocity = velocity;
  return world.addDynamic("bob", BoxShape{{0.2, 0.2, 0.2}}, params);
}

// Of a lever, a box of 1 x 0.1 x 0.1 m that is held at one end, about that end.
constexpr double kLeverInertia = kMass * (1 + 0.01) / 12 + kMass * 0.25;

RigidBody& addLever(RigidWorld& world) {
  return world.addDynamic("bob", BoxShape{{1, 0.1, 0.1}}, heavy(), {{0.5, 0, 0}, {}});
}

JointParams hinge() {
  JointParams params;
  params.kind = JointKind::Hinge;
  params.body = "bob";
  return params;
}

double angleOf(const RigidBody& body) { return turnOf(body.pose().rotation).z; }

struct Swing {
  double period = 0;  // s
  double decay = 0;   // 1/s
};

// From the times and heights of the maxima of x(t), which start with one.
template <class Position>
Swing swingOf(RigidWorld& world, double dt, double duration, Position&& position) {
  double before = position(), last = before, first = before;
  double t = 0, lastTime = 0, lastHeight = 0;
  int maxima = 0;
  for (int i = 0; i * dt < duration; ++i) {
    world.advance(i * dt, dt);
    const double now = position();
    if (last > before && last >= now) {
      const double bend = before - 2 * last + now;
      lastTime = t + dt * (before - now) / (2 * bend);
      lastHeight = last;
      ++maxima;
    }
    before = last, last = now, t += dt;
  }
  return {lastTime / maxima, -std::log(lastHeight / first) / lastTime};
}

TEST(JointDrives, ASliderWithASpringSwingsAndDecaysAsAnOscillator) {
  for (const double damping : {0.0, 1.0, 6.0}) {
    RigidWorld world({}, {});
    const RigidBody& bob = addBob(world);
    JointParams params = slider({3, 4, 0});
    params.stiffness = 200;
    params.damping = damping;
    params.restPosition = -0.1;
    world.join(params);
    const double gamma = damping / (2 * kMass), omega = std::sqrt(200 / kMass - sq(gamma));
    const double period = 2 * kPi / omega;
    const Vec3d axis{0.6, 0.8, 0};
    const Swing swing =
        swingOf(world, period / 400, 8.5 * period, [&] { return dot(bob.centre(), axis) + 0.1; });
    EXPECT_NEAR(swing.period / period, 1, 2e-3) << damping;
    EXPECT_NEAR(swing.decay, gamma, 0.01 * gamma + 1e-3) << damping;
    EXPECT_LT(length(cross(bob.centre(), axis)), 1e-9);
  }
}

TEST(JointDrives, AHingeWithATorsionSpringSwingsAndDecaysAsAnOscillator) {
  for (const double damping : {0.0, 0.5}) {
    RigidWorld world({}, {});
    const RigidBody& lever = addLever(world);
    JointParams params = hinge();
    params.stiffness = 50;
    params.damping = damping;
    params.restPosition = -20;  // degrees
    world.join(params);
    const double gamma = damping / (2 * kLeverInertia);
    const double period = 2 * kPi / std::sqrt(50 / kLeverInertia - sq(gamma));
    const double start = energyOf(world, {});
    EXPECT_NEAR(start, 0.5 * 50 * sq(20 * kPi / 180), 1e-9);
    const Swing swing =
        swingOf(world, period / 400, 8.5 * period, [&] { return angleOf(lever) + 20 * kPi / 180; });
    EXPECT_NEAR(swing.period / period, 1, 3e-3) << damping;
    EXPECT_NEAR(swing.decay, gamma, 0.02 * gamma + 3e-3) << damping;
    EXPECT_TRUE(damping > 0 || std::abs(energyOf(world, {}) / start - 1) < 0.03);
  }
}

TEST(JointDrives, ASliderFallsAlongItsAxisAloneAndDoesNotTurn) {
  RigidWorld world({}, kDown);
  const RigidBody& bob = addBob(world);
  world.join(slider({1, -1, 0}, {0.3, 0.4, 0.5}));  // the joint is beside the body
  const double dt = 1.0 / 240;
  advance(world, 1, dt);
  const double fallen = 0.5 * 9.81 / std::numbers::sqrt2;
  EXPECT_NEAR(bob.centre().x * std::numbers::sqrt2 / fallen, 1, 0.01);
  EXPECT_NEAR(bob.centre().x, -bob.centre().y, 2e-3);
  EXPECT_NEAR(bob.centre().z, 0, 2e-3);
  EXPECT_LT(length(turnOf(bob.pose().rotation)), 2e-3);
}

TEST(JointDrives, TwoBodiesOnASpringSwingWithTheirReducedMassAndKeepTheirMomentum) {
  RigidWorld world({}, {});
  const RigidBody& bob = addBob(world, {0, 1, 0});
  RigidParams params = heavy();
  params.mass = 3;
  params.velocity = {0, 1, 0};
  const RigidBody& other =
      world.addDynamic("other", BoxShape{{0.2, 0.2, 0.2}}, params, {{1, 0, 0}, {}});
  JointParams joint = slider({1, 0, 0});
  joint.to = "other";
  joint.stiffness = 100;
  joint.restPosition = -0.05;
  world.join(joint);
  const double reduced = kMass * 3 / (kMass + 3), period = 2 * kPi * std::sqrt(reduced / 100);
  const Swing swing = swingOf(world, period / 400, 8.5 * period,
                              [&] { return bob.centre().x - other.centre().x + 1.05; });
  EXPECT_NEAR(swing.period / period, 1, 2e-3);
  const Vec3d momentum = kMass * bob.velocity() + 3.0 * other.velocity();
  EXPECT_NEAR(length(momentum - Vec3d{0, 5, 0}), 0, 1e-9);
  EXPECT_NEAR(length(bob.spin()) + length(other.spin()), 0, 1e-9);
}

// A body that slides while both turn: no impulse acts from outside.
TEST(JointDrives, ASlidingPairKeepsItsAngularMomentum) {
  RigidWorld world({}, {});
  RigidParams params = heavy();
  params.spin = {0, 0, 1};
  const RigidBody& bob = world.addDynamic("bob", BoxShape{{0.2, 0.2, 0.2}}, params);
  params.velocity = {0, 1, 0};
  const RigidBody& other =
      world.addDynamic("other", BoxShape{{0.2, 0.2, 0.2}}, params, {{1, 0, 0}, {}});
  JointParams joint = slider({1, 0, 0});
  joint.to = "other";
  world.join(joint);
  const auto angular = [&] {
    double sum = 0;
    for (const RigidBody* body : {&bob, &other})
      sum += kMass * cross(body->centre(), body->velocity()).z +
             body->matter().moments.z * body->spin().z;
    return sum;
  };
  const double start = angular();
  advance(world, 1, 1.0 / 1000);
  EXPECT_NEAR(angular() / start, 1, 1e-3);
  EXPECT_GT(length(bob.centre() - other.centre()), 1.3) << "they slide apart";
}

TEST(JointDrives, ALimitStopsWhatFallsOnItAndHoldsIt) {
  RigidWorld world({}, kDown);
  const RigidBody& bob = addBob(world);
  JointParams params = slider({0, 1, 0});
  params.limits = JointLimits{{-0.5, 0.2}, 0};
  world.join(params);
  advance(world, 2, 1.0 / 240);
  EXPECT_NEAR(bob.centre().y, -0.5, 1e-3);
  EXPECT_NEAR(length(bob.velocity()), 0, 1e-6);

  RigidWorld up({}, {0, 9.81, 0});
  const RigidBody& rising = addBob(up);
  up.join(params);
  advance(up, 2, 1.0 / 240);
  EXPECT_NEAR(rising.centre().y, 0.2, 1e-3);
}

TEST(JointDrives, ALimitThrowsBackByItsRestitution) {
  for (const double restitution : {0.5, 0.9}) {
    RigidWorld world({}, kDown);
    const RigidBody& bob = addBob(world);
    JointParams params = slider({0, 1, 0});
    params.limits = JointLimits{{-0.5, 1}, restitution};
    world.join(params);
    const double dt = 1.0 / 2000;
    const double reaches = std::sqrt(2 * 0.5 / 9.81);
    double highest = -1;
    for (int i = 0; i * dt < reaches * (1 + 2 * restitution); ++i) {
      world.advance(i * dt, dt);
      if (i * dt > reaches + 2 * dt) highest = std::max(highest, bob.centre().y);
    }
    EXPECT_NEAR((highest + 0.5) / (0.5 * sq(restitution)), 1, 0.02) << restitution;
  }
}

TEST(JointDrives, AHingeStopsAtItsLimits) {
  RigidWorld world({}, kDown);
  const RigidBody& lever = addLever(world);
  JointParams params = hinge();
  params.limits = JointLimits{{-60, 30}, 0};
  world.join(params);
  advance(world, 2, 1.0 / 240);
  EXPECT_NEAR(angleOf(lever) * 180 / kPi, -60, 0.1);
  EXPECT_NEAR(length(lever.spin()), 0, 1e-6);
}

TEST(JointDrives, AMotorAcceleratesByItsTorqueUntilItHasItsSpeed) {
  RigidWorld world({}, {});
  const RigidBody& lever = addLever(world);
  JointParams params = hinge();
  params.motor = JointMotor{3, 2};  // rad/s, N m
  world.join(params);
  const double dt = 1.0 / 1000, reached = 3 * kLeverInertia / 2;
  advance(world, 0.5 * reached, dt);
  EXPECT_NEAR(lever.spin().z, 1.5, 0.01);
  EXPECT_NEAR(angleOf(lever), 0.5 * 2 / kLeverInertia * sq(0.5 * reached), 5e-3);
  advance(world, reached, dt, 0.5 * reached);
  EXPECT_NEAR(lever.spin().z, 3, 1e-6);
  // The kinetic energy is the work of the motor, torque times angle until its speed is reached.
  EXPECT_NEAR(energyOf(world, {}), 2 * 0.5 * 3 * reached, 0.05);
}

TEST(JointDrives, AMotorLiftsWhatItsForceCanCarry) {
  for (const double force : {0.9, 1.5}) {
    RigidWorld world({}, kDown);
    const RigidBody& bob = addBob(world);
    JointParams params = slider({0, 1, 0});
    params.motor = JointMotor{0.4, force * kMass * 9.81};
    world.join(params);
    advance(world, 1, 1.0 / 480);
    const double speed = force > 1 ? 0.4 : -0.1 * 9.81;
    EXPECT_NEAR(bob.velocity().y, speed, force > 1 ? 1e-6 : 0.02);
  }
}

TEST(JointDrives, LockedAxesLeaveTheOthersFree) {
  using enum JointFreedom;
  const auto moved = [](const std::vector<JointFreedom>& locked) {
    RigidWorld world({}, {1, 2, 3});
    RigidParams params = heavy();
    params.spin = {0.3, 0.2, 0.1};
    const RigidBody& bob = world.addDynamic("bob", BoxShape{{0.2, 0.2, 0.2}}, params);
    JointParams joint;
    joint.kind = JointKind::Axes;
    joint.body = "bob";
    joint.locked = locked;
    world.join(joint);
    advance(world, 1, 1.0 / 240);
    return std::pair{bob.centre(), bob.spin()};
  };
  const auto [heave, still] = moved({X, Z, AboutX, AboutY, AboutZ});
  EXPECT_NEAR(length(heave - Vec3d{0, 1, 0}), 0, 0.01);
  EXPECT_LT(length(still), 1e-6);
  const auto [plane, turning] = moved({Z, AboutX, AboutY});
  EXPECT_NEAR(length(plane - Vec3d{0.5, 1, 0}), 0, 0.01);
  EXPECT_NEAR(length(turning - Vec3d{0, 0, 0.1}), 0, 1e-6);
  const auto [free, spun] = moved({AboutY});
  EXPECT_NEAR(length(free - Vec3d{0.5, 1, 1.5}), 0, 0.02);
  EXPECT_NEAR(spun.y, 0, 1e-6);
}

TEST(JointDrives, InThePlaneASliderMovesAlongItsAxis) {
  RigidWorld world({}, kDown, true);
  const RigidBody& bob = addBob(world);
  world.join(slider({1, -1, 0}, {0.3, 0, 0}));
  advance(world, 1, 1.0 / 240);
  EXPECT_NEAR(bob.centre().y, -0.25 * 9.81, 0.05);
  EXPECT_NEAR(bob.centre().x, -bob.centre().y, 2e-3);
  EXPECT_LT(length(turnOf(bob.pose().rotation)), 2e-3);
}

TEST(JointDrives, WhatMakesNoSenseIsRefused) {
  RigidWorld world({}, kDown);
  addBob(world);
  JointParams params = slider({1, 0, 0});
  params.limits = JointLimits{{1, -1}, 0};
  EXPECT_THROW(world.join(params), Error);
  params = hinge();
  params.limits = JointLimits{{-200, 0}, 0};
  EXPECT_THROW(world.join(params), Error);
  params = hinge();
  params.kind = JointKind::Ball;
  params.motor = JointMotor{1, 1};
  EXPECT_THROW(world.join(params), Error);
  params = slider({1, 0, 0});
  params.locked = {JointFreedom::X};
  EXPECT_THROW(world.join(params), Error);
  params.kind = JointKind::Axes;
  params.locked.clear();
  EXPECT_THROW(world.join(params), Error);
}

}  // namespace
}  // namespace shoal
