// A solid that is added to a world, with each coupling that takes it: what it does there, and that
// nothing of it is left when it is removed.
#include <gtest/gtest.h>

#include "shoal/world/checkpoint.h"
#include "support/temporary_folder.h"
#include "unit/world/living_tank.h"

namespace shoal {
namespace {

const std::vector<std::string> kWords{"volumes", "quadrature", "direct-forcing", "lennard-jones",
                                      "penalty"};

Scene withSolid(Scene scene, const SceneSolid& solid) {
  scene.solids.push_back(solid);
  return scene;
}

// Which coupling takes which solid; what is rigid takes all.
struct Pairing {
  std::string coupling, solid;

  friend std::ostream& operator<<(std::ostream& out, const Pairing& pairing) {
    return out << pairing.coupling << pairing.solid;
  }
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
    writeCheckpoint(folder.path() / "c.h5", *grown, {});
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

}  // namespace
}  // namespace shoal
