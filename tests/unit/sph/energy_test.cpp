// Energy comes from somewhere: what a fluid gains, walls and forces have spent.
#include <gtest/gtest.h>

#include "shoal/world/world.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

double energyOf(const World& world) {
  const Ledger sums = world.ledger();
  return sums.kinetic + sums.potential + sums.internal;
}

// How far the energy of a breaking dam, less `share` of what its walls gave beyond what they took,
// rises above the least it was before, at any step; as a share of what it began with.
double largestRise(const std::string& solver, double share,
                   const std::vector<std::string>& otherwise = {}) {
  std::vector<std::string> assignments{"world.spacing=0.04", "fluid.water.solver=" + solver};
  assignments.insert(assignments.end(), otherwise.begin(), otherwise.end());
  const auto world = makeWorld(projectScene("examples/dam-break-2d", assignments));
  world->examine();
  const double first = energyOf(*world);
  double least = first, rise = 0;
  while (world->time() < 1.5) {
    world->step(1.5);
    const double energy = energyOf(*world) - share * world->ledger().wallSurplus;
    least = std::min(least, energy);
    rise = std::max(rise, energy - least);
  }
  EXPECT_LT(least, 0.7 * first) << "or nothing fell";
  EXPECT_EQ(world->ledger().escaped, 0u);
  EXPECT_EQ(world->ledger().work, 0) << "by walls at rest";
  return rise / first;
}

TEST(Energy, OfABreakingDamNeverRises) {
  EXPECT_LT(largestRise("dfsph", 0), 0.0001);
  EXPECT_LT(largestRise("pcisph", 0), 0.005);
}

TEST(Energy, OfABreakingDamRisesWithWcsphByNoMoreThanItsWallsGive) {
  EXPECT_LT(largestRise("wcsph", 1), 0.001);
  EXPECT_GT(largestRise("wcsph", 0), 0.003);
}

// A box of fluid without weight whose floor runs at a velocity along x. It is not quite full: the
// samples of two solids in a corner make fluid there too dense by one percent, which in a full box
// would find no room to expand.
WorldSetup belt(double speed) {
  const Scene scene = parseScene(R"(format = 1
    world = { dimensions = 2, spacing = 0.02, gravity = [0, 0] }
    fluid = { name = "w", wcsph.soundSpeed = 20, fill = { box = [[0, 0], [0.4, 0.18]] } }
    solid = [ { name = "box", mesh = { box = { corners = [[0, 0], [0.4, 0.2]], open = ["-y"] } } },
              { name = "floor", friction = 1, mesh = { plane = { centre = [0.2, 0], size = [1, 1] } } } ])",
                                 "belt.toml");
  WorldSetup setup = worldSetup(scene, assemble(scene));
  setup.surfaces[1].velocity = {speed, 0, 0};
  return setup;
}

TEST(Energy, AWallThatRunsDoesTheWorkThatTheFluidGains) {
  for (const double speed : {0.0, 1.0, -1.0}) {
    World world(perturbed(belt(speed)));
    world.examine();
    const double first = energyOf(world);
    double most = 0;
    while (world.time() < 0.3) {
      world.step(0.3);
      const double gained = energyOf(world) - first;
      const double work = world.ledger().work;
      ASSERT_LT(gained, 1.02 * work + 0.01) << speed;  // J; the belt's speed is worth 40 J
      most = std::max(most, work);
    }
    if (speed == 0)
      EXPECT_NEAR(most, 0, 0.01);
    else
      EXPECT_GT(energyOf(world) - first, 0.05 * most);
  }
}

TEST(Energy, ABodyForceDoesTheWorkThatTheFluidGains) {
  const auto world = makeWorld(parseScene(R"(format = 1
    world = { dimensions = 2, spacing = 0.02, gravity = [0, 0], bodyForce = ["3 + t", 0, 0], domain = [[-9, -9, -9], [9, 9, 9]] }
    fluid = { name = "w", wcsph.soundSpeed = 20, fill = { box = [[0, 0], [0.4, 0.18]] } })",
                                          "push.toml"));
  while (world->time() < 0.5) world->step(0.5);
  const Ledger sums = world->ledger();
  EXPECT_NEAR(sums.kinetic, sums.mass / 2 * sq(1.625), 0.01 * sums.kinetic);
  EXPECT_NEAR(sums.work, sums.kinetic, 0.01 * sums.kinetic);
}

}  // namespace
}  // namespace shoal
