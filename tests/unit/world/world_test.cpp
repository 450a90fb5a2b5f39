#include "shoal/world/world.h"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "support/perturbed.h"

namespace shoal {
namespace {

using Points = std::vector<Vec3f>;

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

TEST(World, JitterDisplacesParticlesByAtMostWhatItSays) {
  for (const int dimensions : {2, 3}) {
    WorldSetup setup;
    setup.world.dimensions = dimensions;
    setup.domain = {{-1, -1, -1}, {9, 9, 9}};
    for (int i = 0; i < 500; ++i) setup.positions.push_back({0.01f * static_cast<float>(i), 5, 0});
    const auto placesFor = [&](double jitter, int seed) {
      setup.world.jitter = jitter;
      setup.world.seed = seed;
      const World world(setup);
      return Points(world.fluid().x.begin(), world.fluid().x.end());
    };
    const Points exact = placesFor(0, 1), one = placesFor(0.1, 1), slight = placesFor(1e-9, 1);
    EXPECT_EQ(exact, setup.positions);
    EXPECT_EQ(placesFor(0.1, 1), one);
    EXPECT_NE(placesFor(0.1, 2), one);
    EXPECT_NE(slight, exact) << "lost where a float cannot tell";
    Vec3f largest;
    for (std::size_t i = 0; i < exact.size(); ++i)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        largest[axis] = std::max(largest[axis], std::abs(one[i][axis] - exact[i][axis]));
        EXPECT_LT(std::abs(slight[i][axis] - exact[i][axis]), 1e-6f);
      }
    const auto most = static_cast<float>(0.1 * setup.world.spacing);
    EXPECT_LT(largest.x, 1.001f * most);
    EXPECT_GT(largest.y, 0.9f * most);
    EXPECT_EQ(largest.z > 0, dimensions == 3);
  }
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
  for (int i = 0; i < 27; ++i) {  // far too close: some twenty times the density of water
    const int layer = i / 9;
    setup.positions.push_back(0.005f * Vec3f(float(i % 3), float(i / 3 % 3), float(layer)) +
                              Vec3f{0.1f, 0, 0});
  }
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
