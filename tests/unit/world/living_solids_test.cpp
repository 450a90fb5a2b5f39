// Solids that come into a world while it lives, and leave it: room, events, walls, probes and
// checkpoints.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/world/checkpoint.h"
#include "support/temporary_folder.h"
#include "support/with_threads.h"
#include "unit/world/living_tank.h"

namespace shoal {
namespace {

using testing::HasSubstr;

// What is said by whoever refuses.
template <class Act>
std::string refusalOf(Act&& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

// Bodies of all models and couplings come and go.
std::uint64_t hashOfTraffic(int threads) {
  return withThreads(threads, [] {
    const auto world = makeWorld(sceneOf(tank()));
    advance(*world, 5);
    const SolidId ball = addSolid(*world, coupledBy("direct-forcing", kBall));
    advance(*world, 5);
    addSolid(*world, coupledBy("quadrature", kBlock));
    advance(*world, 20);
    world->remove(ball);
    advance(*world, 5);
    SceneSolid sheet = solidOf(kSheet);
    sheet.position = Vec3d{0.07, 0.3, 0.08};
    addSolid(*world, sheet);
    SceneSolid other = coupledBy("penalty", kBall);
    other.position = Vec3d{0.1, 0.36, 0.08};
    addSolid(*world, other);
    advance(*world, 40);
    return world->hash();
  });
}

TEST(LivingSolids, GiveTheSameBitsForAnyNumberOfThreads) {
  const std::uint64_t one = hashOfTraffic(1);
  for (const int threads : {2, 5}) EXPECT_EQ(hashOfTraffic(threads), one) << threads;
}

TEST(LivingSolids, NeedRoom) {
  const auto world = makeWorld(sceneOf(tank()));
  advance(*world, 5);
  SceneSolid ball = solidOf(kBall);
  ball.position = Vec3d{0.1, 0.05, 0.08};
  ball.velocity = {};
  const std::uint64_t before = fluidHash(*world);
  const std::string refusal = refusalOf([&] { addSolid(*world, ball); });
  EXPECT_EQ(fluidHash(*world), before);
  EXPECT_FALSE(world->solids()->find("ball"));
  EXPECT_EQ(freeSamples(*world), 0u);

  const std::size_t particles = world->fluid().size(), taken = makeRoom(*world, ball);
  EXPECT_THAT(refusal, HasSubstr(fmt::format("{} fluid particles are inside of it", taken)));
  EXPECT_GT(taken, 20u);
  EXPECT_EQ(world->fluid().size(), particles - taken);
  EXPECT_EQ(world->ledger().drained, taken);
  const SolidId id = addSolid(*world, ball);
  advance(*world, 40);
  EXPECT_GT(world->solids()->parts(id).front()->totals().momentum.y, 0) << "it is lighter";

  ball.name = "ghost";
  ball.surface.setCoupling("none");
  EXPECT_NO_THROW(addSolid(*world, ball)) << "water does not meet it";
}

TEST(LivingSolids, AreRefusedWithAReason) {
  const auto world = makeWorld(sceneOf(tank()));
  SceneSolid tankAgain = solidOf(kBall);
  tankAgain.name = "tank";
  EXPECT_THAT(refusalOf([&] { addSolid(*world, tankAgain); }), HasSubstr("another solid"));
  EXPECT_THAT(refusalOf([&] { addSolid(*world, sceneOf(tank()).solids[0]); }),
              HasSubstr("a static solid cannot be added"));
  EXPECT_THAT(refusalOf([&] { addSolid(*world, coupledBy("direct-forcing", kBlock)); }),
              HasSubstr("forces rigid bodies only"));
  EventParams pin;
  pin.action.pin = PinParams{"sheet", {{5, 5, 5}, {6, 6, 6}}};
  EXPECT_THAT(refusalOf([&] { addSolid(*world, solidOf(kSheet), std::span(&pin, 1)); }),
              HasSubstr("holds no vertex"));
  EXPECT_FALSE(world->solids()->find("sheet"));
  EXPECT_THAT(refusalOf([&] { world->remove(*world->solids()->find("tank")); }),
              HasSubstr("that forces move"));
  advance(*world, 3);
}

TEST(LivingSolids, BringTheirEvents) {
  const auto world = makeWorld(sceneOf(tank()));
  advanceTo(*world, 0.05);
  std::vector<EventParams> events(2);
  events[0].action.pin = PinParams{"sheet", {{-1, -1, -1}, {0.05, 1, 1}}};
  events[1].at = 0.1;
  events[1].action.release = ReleaseParams{"sheet", true};
  const SolidId id = addSolid(*world, solidOf(kSheet), events);
  const auto lowestHeld = [&] {
    double lowest = 1;
    for (const Vec3d& x : world->solids()->parts(id).front()->surface().x)
      if (x.x < 0.05) lowest = std::min(lowest, x.y);
    return lowest;
  };
  advanceTo(*world, 0.1);
  EXPECT_NEAR(lowestHeld(), 0.13, 1e-6);
  advanceTo(*world, 0.15);
  EXPECT_LT(lowestHeld(), 0.129);
}

// Walls become bodies when the first body comes, where they are by then.
TEST(LivingSolids, RestOnWallsThatMove) {
  const Scene scene = sceneOf(tank(R"toml(
    [[solid]]
    name = "lift"
    model = "kinematic"
    mesh = { box = [[0.5, 0, 0], [0.7, 0.1, 0.16]] }
    motion = { translate = [0, "0.2*t", 0] }
  )toml"));
  const auto world = makeWorld(scene);
  advanceTo(*world, 0.2);
  SceneSolid ball = solidOf(kBall);
  ball.position = Vec3d{0.6, 0.1 + 0.2 * 0.2 + 0.045, 0.08};
  ball.velocity = {};
  const SolidId id = addSolid(*world, ball);
  EXPECT_NEAR(world->solids()->findRigid("lift").pose().position.y, 0.04, 1e-9);
  advanceTo(*world, 0.6);
  EXPECT_NEAR(world->solids()->parts(id).front()->totals().centre.y, 0.1 + 0.2 * 0.6 + 0.04, 5e-3);
}

TEST(LivingSolids, AreMeasuredByProbesOfTheirName) {
  Scene scene = sceneOf(tank(kBall + R"toml(
    [[probe]]
    name = "push"
    force = { solid = "ball", parts = true }
  )toml"));
  const auto world = makeWorld(scene);
  advance(*world, 5);
  EXPECT_TRUE(std::isfinite(world->probes().latest()[0]));
  world->remove(*world->solids()->find("ball"));
  advance(*world, 2);
  for (const double value : world->probes().latest()) EXPECT_TRUE(std::isnan(value));
  SceneSolid ball = coupledBy("quadrature", kBall);
  addSolid(*world, ball);
  double most = 0;
  for (int k = 0; k < 60; ++k) {
    world->step(100);
    most = std::max(most, world->probes().latest()[1]);
  }
  EXPECT_GT(most, 0) << "water does not lift it";
}

class Restored : public testing::Test {
 protected:
  std::string refusalBy(World& world) const {
    return refusalOf([&] { readCheckpoint(file(), world); });
  }
  std::filesystem::path file() const { return folder_.path() / "c.h5"; }

  TemporaryFolder folder_;
};

TEST_F(Restored, SolidsHaveToBeThere) {
  const auto world = makeWorld(sceneOf(tank()));
  addSolid(*world, solidOf(kBall));
  addSolid(*world, solidOf(kBlock));
  writeCheckpoint(file(), *world, {});

  const auto other = makeWorld(sceneOf(tank()));
  EXPECT_THAT(refusalBy(*other), HasSubstr("it has the solid \"ball\" (rigid, volumes), which this "
                                           "world has not"));
  const SolidId block = addSolid(*other, solidOf(kBlock));
  const SolidId ball = addSolid(*other, coupledBy("penalty", kBall));
  EXPECT_THAT(refusalBy(*other), HasSubstr("\"ball\" (rigid, volumes)"));
  other->remove(ball);
  addSolid(*other, solidOf(kBall));
  EXPECT_THAT(refusalBy(*other),
              HasSubstr("in another order: \"ball\" (rigid, volumes), \"block\""));
  other->remove(block);
  addSolid(*other, solidOf(kBlock));
  const SolidId sheet = addSolid(*other, solidOf(kSheet));
  EXPECT_THAT(refusalBy(*other), HasSubstr("it has not the solid \"sheet\" (cloth, volumes)"));
  other->remove(sheet);
  EXPECT_EQ(refusalBy(*other), "accepted");
  EXPECT_EQ(other->hash(), world->hash());
}

// Parts that broke off before a solid was added have samples before its own.
TEST_F(Restored, PartsAndAddedSolidsKeepTheirOrder) {
  const std::string cut = kBlock + R"toml(
    volumes = { resampling = "number-density" }
    [[event]]
    at = 0.005
    cut = { solid = "block", from = [[0.15, 0.0, 0.0], [0.15, 0.0, 0.2]], to = [[0.15, 0.3, 0.0], [0.15, 0.3, 0.2]] }
  )toml";
  const auto world = makeWorld(sceneOf(tank(cut))), resumed = makeWorld(sceneOf(tank(cut)));
  advanceTo(*world, 0.02);
  ASSERT_EQ(world->solids()->partsOf("block").size(), 2u);
  for (World* one : {world.get(), resumed.get()}) addSolid(*one, solidOf(kBall));
  advance(*world, 5);
  writeCheckpoint(file(), *world, {});
  readCheckpoint(file(), *resumed);
  EXPECT_EQ(resumed->hash(), world->hash());
  for (World* one : {world.get(), resumed.get()}) advance(*one, 20);
  EXPECT_EQ(resumed->hash(), world->hash());
}

}  // namespace
}  // namespace shoal
