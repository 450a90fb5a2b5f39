#include "shoal/world/world.h"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "support/perturbed.h"

namespace shoal {
namespace {

WorldSetup drop(int dimensions) {
  WorldSetup setup;
  setup.world.dimensions = dimensions;
  setup.positions = {{0, 0, 0}, {0.02f, 0, 0}};
  setup.velocities = {{1, 0, 0}, {1, 0, 0}};
  setup.domain = {{-1, -1, -1}, {1, 1, 1}};
  return setup;
}

std::string errorOf(const WorldSetup& setup) {
  try {
    World world(perturbed(setup));
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST(World, NothingLeavesThePlaneInTwoDimensions) {
  const auto changed = [](int dimensions, const std::function<void(WorldSetup&)>& change) {
    WorldSetup setup = drop(dimensions);
    change(setup);
    return errorOf(setup);
  };
  const auto gravity = [](WorldSetup& s) { s.world.gravity.z = -9.81; };
  const auto velocity = [](WorldSetup& s) { s.velocities[1].z = 1; };
  const auto position = [](WorldSetup& s) { s.positions[1].z = 0.01f; };
  EXPECT_EQ(errorOf(drop(2)), "accepted");
  EXPECT_THAT(changed(2, gravity), testing::StartsWith("world.gravity: "));
  EXPECT_THAT(changed(2, velocity), testing::StartsWith("fluid.velocity: "));
  EXPECT_THAT(changed(2, position), testing::StartsWith("fluid.fill: "));
  EXPECT_EQ(changed(3, gravity), "accepted");
  EXPECT_EQ(changed(3, velocity), "accepted");
}

TEST(World, ParticlesThatLeaveTheDomainAreRemovedCountedAndNamed) {
  WorldSetup setup = drop(3);
  setup.world.gravity = {};
  setup.positions[1].x = 0.9995f;
  World world(perturbed(setup));
  std::vector<Escape> escapes;
  while (world.time() < 0.01) {
    const StepReport report = world.step(0.01);
    escapes.insert(escapes.end(), report.escapes.begin(), report.escapes.end());
  }
  ASSERT_EQ(escapes.size(), 1u);
  EXPECT_EQ(escapes[0].id, 1u);
  EXPECT_GT(escapes[0].position.x, 1);
  EXPECT_EQ(world.escaped(), 1u);
  EXPECT_EQ(world.fluid().size(), 1u);
  EXPECT_EQ(world.fluid().id[0], 0u);
}

TEST(World, AStepEndsExactlyWhereItIsToldTo) {
  World world(perturbed(drop(3)));
  const double longest = world.step(1).dt;
  const double stop = world.time() + 1.5 * longest;
  const double first = world.step(stop).dt;
  EXPECT_NEAR(first, 0.75 * longest, 1e-3 * longest);  // two equal steps, no sliver
  world.step(stop);
  EXPECT_EQ(world.time(), stop);
}

TEST(World, DivergenceNamesTheStepTheParticleAndWhatToChange) {
  WorldSetup setup = drop(3);
  setup.velocities.clear();
  for (int i = 0; i < 27; ++i)  // far too close: some twenty times the density of water
    setup.positions.push_back(0.005f * Vec3f(float(i % 3), float(i / 3 % 3), float(i / 9)) +
                              Vec3f{0.1f, 0, 0});
  setup.solver.solver = "wcsph";
  setup.timeStep.fixed = 0.1;
  setup.domain = {{-1e6, -1e6, -1e6}, {1e6, 1e6, 1e6}};
  World world(perturbed(setup));
  std::string message;
  try {
    for (int k = 0; k < 5; ++k) world.step(100);
  } catch (const Error& error) {
    message = error.what();
  }
  EXPECT_THAT(message, testing::HasSubstr("diverged"));
  EXPECT_THAT(message, testing::HasSubstr("particle"));
  EXPECT_THAT(message, testing::HasSubstr("timeStep"));
}

}  // namespace shoal
