// The same bits, whatever the threads and however often a run is stopped; and what is no body.
#include <gmock/gmock.h>

#include "shoal/bodies/rigid/convex_parts.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "support/with_threads.h"
#include "unit/bodies/rigid_scene.h"
#include "unit/geometry/test_meshes.h"

namespace shoal {
namespace {

using ::testing::HasSubstr;

struct Turntable : Trajectory {
  Pose pose(double t) const override { return {{0, 0, 0}, rotationBy({0, 2 * t, 0})}; }
};

// Bodies of every kind that fall onto each other, a joint, a spring and something that moves.
std::unique_ptr<RigidWorld> crowd() {
  auto world = std::make_unique<RigidWorld>(RigidWorldParams{}, kDown);
  addFloor(*world);
  world->addKinematic("table", makeBox({{-0.5, -0.1, -0.5}, {0.5, 0.1, 0.5}}),
                      std::make_unique<Turntable>());
  RigidParams params;
  params.contact.restitution = 0.3;
  params.spin = {1, 2, 3};
  const RigidShape shapes[] = {BoxShape{{0.2, 0.15, 0.1}}, SphereShape{0.08},
                               CylinderShape{0.07, 0.2}, CapsuleShape{0.05, 0.15},
                               makeTorus(0.12, 0.05, 12, 8)};
  for (int i = 0; i < 20; ++i)
    world->addDynamic(
        "body" + std::to_string(i), shapes[i % 5], params,
        {{0.1 * (i % 3), 0.3 + 0.15 * i, 0.07 * (i % 2)}, rotationBy({0.3 * i, 0, 1})});
  JointParams joint;
  joint.kind = JointKind::Ball;
  joint.body = "body3";
  joint.to = "body4";
  joint.point = {0.05, 0.82, 0.03};
  world->join(joint);
  joint.kind = JointKind::Spring;
  joint.body = "body7";
  joint.toPoint = Vec3d{0, 2, 0};
  joint.stiffness = 50;
  world->join(joint);
  return world;
}

std::vector<double> stateOf(const RigidWorld& world) {
  StateWriter writer;
  world.save(writer);
  return writer.numbers();
}

// So many contacts that they are solved on several threads.
std::unique_ptr<RigidWorld> bricks() {
  auto world = std::make_unique<RigidWorld>(RigidWorldParams{}, kDown);
  addFloor(*world);
  for (int i = 0; i < 384; ++i) {
    const int layer = i / 64;
    const double shift = layer % 2 == 1 ? 0.05 : 0;
    world->addDynamic(
        "brick" + std::to_string(i), BoxShape{{0.2, 0.2, 0.2}}, {},
        {{0.205 * (i % 8) + shift, 0.1 + 0.2 * layer, 0.205 * (i / 8 % 8) + shift}, {}});
  }
  return world;
}

TEST(RigidState, IsTheSameForAnyNumberOfThreads) {
  const auto run = [](int threads) {
    return withThreads(threads, [] {
      const auto world = crowd();
      advance(*world, 1.5);
      return stateOf(*world);
    });
  };
  const std::vector<double> one = run(1);
  EXPECT_EQ(run(2), one);
  EXPECT_EQ(run(3), one);
  EXPECT_EQ(run(8), one);
}

TEST(RigidState, OfManyContactsIsTheSameForAnyNumberOfThreadsAndWhereARunGoesOn) {
  const auto run = [](int threads) {
    return withThreads(threads, [] {
      const auto world = bricks();
      advance(*world, 0.15);
      EXPECT_GT(world->contactCount(), 768u);  // two slabs
      const std::vector<double> middle = stateOf(*world);
      advance(*world, 0.05, 1.0 / 60, 0.15);
      const auto resumed = bricks();
      StateReader reader(middle);
      resumed->restore(reader);
      advance(*resumed, 0.05, 1.0 / 60, 0.15);
      EXPECT_EQ(stateOf(*resumed), stateOf(*world));
      return stateOf(*world);
    });
  };
  const std::vector<double> one = run(1);
  EXPECT_EQ(run(2), one);
  EXPECT_EQ(run(5), one);
}

TEST(RigidState, ARunThatGoesOnEndsWithTheSameBits) {
  const auto whole = crowd();
  advance(*whole, 1);
  const std::vector<double> middle = stateOf(*whole);
  advance(*whole, 1, 1.0 / 60, 1);

  const auto resumed = crowd();
  StateReader reader(middle);
  resumed->restore(reader);
  EXPECT_TRUE(reader.exhausted());
  EXPECT_EQ(stateOf(*resumed), middle);
  advance(*resumed, 1, 1.0 / 60, 1);
  EXPECT_EQ(stateOf(*resumed), stateOf(*whole));

  // Without what is known of contacts, the run would end otherwise.
  const auto forgetful = crowd();
  std::vector<double> without(middle.begin(), middle.begin() + 1 + std::ptrdiff_t{22} * 19);
  without.insert(without.end(), {0, 0});  // neither contacts nor joints
  StateReader less(without);
  forgetful->restore(less);
  advance(*forgetful, 1, 1.0 / 60, 1);
  EXPECT_NE(stateOf(*forgetful), stateOf(*whole));
}

TEST(RigidState, OfAnotherWorldIsRefused) {
  const auto world = crowd();
  advance(*world, 1);
  std::vector<double> numbers = stateOf(*world);
  const auto refuses = [&](const std::vector<double>& state) {
    const auto other = crowd();
    StateReader reader(state);
    EXPECT_THROW(other->restore(reader), Error);
  };
  std::vector<double> fewer(numbers.begin(), numbers.end() - 1);
  refuses(fewer);
  std::vector<double> bodies = numbers;
  bodies[0] = 5;
  refuses(bodies);
  std::vector<double> broken = numbers;
  broken[3] = std::numeric_limits<double>::quiet_NaN();
  refuses(broken);
  std::vector<double> contacts = numbers;
  contacts[1 + 22 * 19 + 2] = 1e6;  // the second body of the first contact
  refuses(contacts);
}

TEST(RigidState, WhatIsNoBodyIsRefusedByName) {
  RigidWorld world({}, kDown);
  const auto refusal = [&](const RigidShape& shape, const RigidParams& params = {}) {
    try {
      world.addDynamic("rock", shape, params);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("nothing thrown");
  };
  const BoxFace open[] = {BoxFace::HighY};
  EXPECT_THAT(refusal(makeBox({{0, 0, 0}, {1, 1, 1}}, open)),
              HasSubstr("solid \"rock\": the mesh is not closed: 4 open edges"));
  EXPECT_THAT(refusal(TriangleMesh{}), HasSubstr("solid \"rock\""));
  EXPECT_THAT(refusal(SphereShape{0}), HasSubstr("radius is 0 m; it must be above 0"));
  EXPECT_THAT(refusal(BoxShape{{1, -1, 1}}), HasSubstr("size is -1 m"));
  EXPECT_THAT(refusal(SphereShape{std::numeric_limits<double>::quiet_NaN()}), HasSubstr("radius"));
  RigidParams params;
  params.density = -1;
  EXPECT_THAT(refusal(SphereShape{1}, params), HasSubstr("density"));
  params = {};
  params.velocity.x = std::numeric_limits<double>::infinity();
  EXPECT_THAT(refusal(SphereShape{1}, params), HasSubstr("velocity"));
  EXPECT_TRUE(world.bodies().empty());
  EXPECT_EQ(refusal(SphereShape{1}), "nothing thrown");
  EXPECT_THAT(refusal(SphereShape{1}), HasSubstr("another solid of that name"));
}

TEST(ConvexParts, AConvexSolidIsOne) {
  EXPECT_EQ(convexParts(makeBox({{0, 0, 0}, {1, 2, 3}})).size(), 1u);
  EXPECT_EQ(convexParts(makeSphere({}, 1, 3)).size(), 1u);
}

TEST(ConvexParts, OfARingLeaveItsHoleOpen) {
  const auto parts = convexParts(makeTorus(1, 0.25, 48, 24));
  EXPECT_GT(parts.size(), 7u);
  EXPECT_LE(parts.size(), 32u);
  double volume = 0;
  for (const auto& part : parts) {
    RigidWorld alone({}, {});
    Box3d box;
    for (const Vec3d& p : part) {
      box.extend(p);
      EXPECT_GT(std::hypot(p.x, p.y), 0.74);
    }
    EXPECT_LT(std::max(box.size().x, box.size().y), 0.8);
    volume += box.size().x * box.size().y * box.size().z;
  }
  EXPECT_GT(volume, 2 * sq(std::numbers::pi * 0.25));
}

}  // namespace
}  // namespace shoal
