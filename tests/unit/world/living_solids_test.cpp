// Solids that come into a world while it lives, and leave it: couplings, samples, loads, probes and
// checkpoints follow.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/scene/assemble/solid_assembly.h"
#include "shoal/world/checkpoint.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"
#include "support/with_threads.h"

namespace shoal {
namespace {

using testing::HasSubstr;

const std::vector<std::string> kWords{"volumes", "quadrature", "direct-forcing", "lennard-jones",
                                      "penalty"};

// Water in a tank.
std::string tank(const std::string& more = "") {
  return R"toml(
    format = 1
    world = { spacing = 0.02 }
    timeStep = { maxStep = 0.002 }
    [[fluid]]
    name = "water"
    fill = { box = [[0, 0, 0], [0.2, 0.1, 0.16]] }
    [[solid]]
    name = "tank"
    mesh = { box = { corners = [[0, 0, 0], [0.2, 0.4, 0.16]], open = ["+y"] } }
  )toml" +
         more;
}

// Solids that start above the water.
const std::string kBall = R"toml(
    [[solid]]
    name = "ball"
    model = "rigid"
    density = 300
    velocity = [0, -0.5, 0]
    mesh = { sphere = { centre = [0.07, 0.16, 0.08], radius = 0.04 } }
  )toml";
const std::string kBlock = R"toml(
    [[solid]]
    name = "block"
    model = "fem"
    young = 3e4
    velocity = [0, -0.5, 0]
    mesh = { box = { corners = [[0.12, 0.12, 0.04], [0.18, 0.18, 0.12]], cell = 0.03 } }
  )toml";
const std::string kSheet = R"toml(
    [[solid]]
    name = "sheet"
    model = "cloth"
    velocity = [0, -0.5, 0]
    mesh = { plane = { centre = [0.1, 0.13, 0.08], size = [0.12, 0.09], cell = 0.03 } }
  )toml";

Scene sceneOf(const std::string& text) { return parseScene(text, "living.toml"); }

// The last solid of a scene that has a tank before it.
SceneSolid solidOf(const std::string& text) { return sceneOf(tank(text)).solids.back(); }

SceneSolid coupledBy(const std::string& coupling, const std::string& text) {
  SceneSolid solid = solidOf(text);
  solid.surface.setCoupling(coupling);
  return solid;
}

Scene withSolid(Scene scene, const SceneSolid& solid) {
  scene.solids.push_back(solid);
  return scene;
}

void advance(World& world, int steps) {
  for (int k = 0; k < steps; ++k) world.step(100);
}

void advanceTo(World& world, double time) {
  while (world.time() < time) world.step(time);
}

std::uint64_t fluidHash(const World& world) {
  return hashState(world.fluid().set, world.fluid().id.span());
}

std::size_t freeSamples(const World& world) {
  const auto& mobility = world.walls().mobility;
  return static_cast<std::size_t>(
      std::count_if(mobility.begin(), mobility.end(), [](float m) { return m > 0; }));
}

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

// Which coupling takes which solid; what is rigid takes all.
struct Pairing {
  std::string coupling, solid;
};

class AddedSolid : public testing::TestWithParam<Pairing> {
 protected:
  SceneSolid solid() const { return coupledBy(GetParam().coupling, GetParam().solid); }
};

TEST_P(AddedSolid, IsWhatItWouldBeFromTheStart) {
  const Scene without = sceneOf(tank());
  const auto whole = makeWorld(withSolid(without, solid())), grown = makeWorld(without);
  EXPECT_EQ(grown->solids(), nullptr);
  addSolid(*grown, solid());
  EXPECT_EQ(grown->hash(), whole->hash());
  EXPECT_EQ(grown->walls().size(), whole->walls().size());
  advance(*whole, 40);
  advance(*grown, 40);
  EXPECT_EQ(grown->hash(), whole->hash());
  EXPECT_NE(fluidHash(*grown), [&] {
    const auto alone = makeWorld(without);
    advance(*alone, 40);
    return fluidHash(*alone);
  }()) << "or the solid did not reach the water";
}

// A run that goes on from a world to which it was added, in a world that had it from the start.
TEST_P(AddedSolid, IsInCheckpoints) {
  const Scene without = sceneOf(tank());
  const auto grown = makeWorld(without), whole = makeWorld(withSolid(without, solid()));
  advance(*grown, 15);
  addSolid(*grown, solid());
  for (const int before : {0, 10}) {
    const TemporaryFolder folder;
    advance(*grown, before);
    writeCheckpoint(folder.path() / "c.h5", *grown, "");
    readCheckpoint(folder.path() / "c.h5", *whole);
    EXPECT_EQ(whole->hash(), grown->hash());
  }
  advance(*grown, 20);
  advance(*whole, 20);
  EXPECT_EQ(whole->hash(), grown->hash());
}

// Of water and solids.
Vec3d momentumOf(const World& world) {
  const Ledger ledger = world.ledger();
  return ledger.momentum + ledger.solids.momentum;
}

TEST_P(AddedSolid, TakesTheMomentumThatWaterLoses) {
  Scene scene = sceneOf(tank());
  scene.solids.clear();
  scene.world.gravity = {0, 0, 0};
  scene.world.domain = Box3d{{-9, -9, -9}, {9, 9, 9}};
  scene.fluids[0].velocity = sceneOf(tank() +
                                     "[[fluid]]\nname = \"f\"\nvelocity = [0, 1, 0]\n"
                                     "fill = { box = [[1, 1, 1], [2, 2, 2]] }\n")
                                 .fluids[1]
                                 .velocity;
  const auto world = makeWorld(scene);
  EXPECT_TRUE(world->couplings().empty());
  advance(*world, 5);
  SceneSolid body = solid();
  body.velocity = {};
  body.position = Vec3d{0.1, 0.2, 0.08};
  addSolid(*world, body);
  const Vec3d start = momentumOf(*world);
  advance(*world, 150);
  const double scale = length(start);
  EXPECT_GT(world->ledger().solids.momentum.y, 1e-3 * scale) << "nothing happens";
  EXPECT_LT(length(momentumOf(*world) - start), 1e-5 * scale);
}

TEST_P(AddedSolid, LeavesNothingBehind) {
  const auto world = makeWorld(sceneOf(tank()));
  world->watchWalls(true);
  advance(*world, 10);
  const std::size_t walls = world->walls().size(), couplings = world->couplings().size();
  for (int round = 0; round < 2; ++round) {
    makeRoom(*world, solid());  // for water that splashed
    const SolidId id = addSolid(*world, solid());
    double strongest = 0;
    for (int k = 0; k < 60; ++k) {
      world->step(100);
      strongest = std::max(strongest, length(world->loadsOn(id).byFluid().force));
    }
    EXPECT_GT(strongest, 0) << "it met no water";
    world->remove(id);
    EXPECT_EQ(length(world->loadsOn(id).byFluid().force), 0);
    EXPECT_EQ(length(world->wallForces().back()), 0);
    EXPECT_EQ(world->walls().size(), walls);
    EXPECT_EQ(freeSamples(*world), 0u);
    EXPECT_EQ(world->couplings().size(), couplings);
    EXPECT_EQ(world->ledger().solids.mass, 0);
    EXPECT_FALSE(world->solids()->find(solid().name));
    EXPECT_THROW(world->remove(id), Error);
    advance(*world, 30);
  }
}

// It comes and goes before the next step: the water does not notice.
TEST_P(AddedSolid, ChangesNothingBeforeTheNextStep) {
  const auto world = makeWorld(sceneOf(tank())), alone = makeWorld(sceneOf(tank()));
  for (const auto& one : {world.get(), alone.get()}) advance(*one, 10);
  world->remove(addSolid(*world, solid()));
  for (const auto& one : {world.get(), alone.get()}) advance(*one, 20);
  EXPECT_EQ(fluidHash(*world), fluidHash(*alone));
}

std::vector<Pairing> pairings() {
  std::vector<Pairing> all;
  for (const std::string& word : kWords) all.push_back({word, kBall});
  for (const std::string word : {"volumes", "quadrature", "lennard-jones", "penalty"}) {
    all.push_back({word, kBlock});
    all.push_back({word, kSheet});
  }
  all.push_back({"volumes", kBall + "adhesion = 2\nfriction = 0.1\n"});
  all.push_back({"volumes", kSheet + "volumes = { resampling = \"number-density\" }\n"});
  return all;
}

INSTANTIATE_TEST_SUITE_P(LivingSolids, AddedSolid, testing::ValuesIn(pairings()),
                         [](const auto& one) {
                           std::string name = one.param.coupling;
                           std::erase(name, '-');
                           return fmt::format("{}{}", name, one.index);
                         });

// In the plane, a body lighter than water.
class DroppedBody : public testing::TestWithParam<std::string> {};

TEST_P(DroppedBody, FloatsAndIsCarriedByTheWater) {
  Scene scene = sceneOf(R"toml(
    format = 1
    world = { dimensions = 2, spacing = 0.02 }
    [[fluid]]
    name = "water"
    solver = "wcsph"
    wcsph = { density = "shepard" }
    fill = { box = [[0, 0], [0.5, 0.2]] }
    [[solid]]
    name = "tank"
    mesh = { box = { corners = [[0, 0], [0.5, 0.6]], open = ["+y"] } }
    [[solid]]
    name = "body"
    model = "rigid"
    density = 600
    mesh = { box = [[0.2, 0.24], [0.3, 0.3]] }
  )toml");
  SceneSolid body = scene.solids.back();
  body.surface.setCoupling(GetParam());
  scene.solids.pop_back();
  const auto world = makeWorld(scene);
  world->watchWalls(true);
  advanceTo(*world, 0.1);
  const SolidId id = addSolid(*world, body);
  advanceTo(*world, 1);
  double lift = 0;  // N s/m
  while (world->time() < 1.5) {
    const StepReport report = world->step(1.5);
    lift += report.dt * world->loadsOn(id).byFluid().force.y;
  }
  const BodyTotals totals = world->ledger().solids;
  EXPECT_NEAR(lift / 0.5, 9.81 * totals.mass, 0.1 * 9.81 * totals.mass);
  EXPECT_GT(totals.centre.y, 0.15) << "it has sunk";
  EXPECT_LT(totals.centre.y, 0.26) << "it is not in the water";

  // Water flows into the room that it leaves.
  Box3d room;
  for (const Vec3d& x : world->solids()->parts(id).front()->surface().x) room.extend(x);
  const auto inRoom = [&] {
    return std::count_if(world->fluid().x.begin(), world->fluid().x.end(), [&](const Vec3f& x) {
      return room.contains(Vec3d(x)) && double(x.y) < 0.19;
    });
  };
  const auto before = inRoom();
  world->remove(id);
  advanceTo(*world, 2);
  EXPECT_GT(inRoom(), before);
  EXPECT_EQ(world->escaped(), 0u);
}

INSTANTIATE_TEST_SUITE_P(LivingSolids, DroppedBody, testing::ValuesIn(kWords), [](const auto& one) {
  std::string name = one.param;
  std::erase(name, '-');
  return name;
});

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
  writeCheckpoint(file(), *world, "");

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
  writeCheckpoint(file(), *world, "");
  readCheckpoint(file(), *resumed);
  EXPECT_EQ(resumed->hash(), world->hash());
  for (World* one : {world.get(), resumed.get()}) advance(*one, 20);
  EXPECT_EQ(resumed->hash(), world->hash());
}

}  // namespace
}  // namespace shoal
