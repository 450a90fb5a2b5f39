// The promise: the same scene gives the same bits for any number of threads, and a run that was
// stopped and resumed ends as if it had never stopped.
#include <gtest/gtest.h>

#include "shoal/world/checkpoint.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"
#include "support/with_threads.h"

namespace shoal {
namespace {

constexpr int kSteps = 200;

// The dam break of the examples, five chunks of particles, with friction and a push at the start.
Scene dam() {
  return projectScene("examples/dam-break",
                      {"world.spacing=0.025", "fluid.water.velocity=[1, 0.5, -0.2]",
                       "solid.tank.friction=0.05", "run.until=100"});
}

// The same with an incompressible solver, and with integrated density between walls that repel;
// and fluid without a surface, whose particles are shifted.
std::vector<Scene> otherMethods() {
  Scene incompressible = dam(), repelled = dam();
  incompressible.fluids[0].solving.solver = "pcisph";
  repelled.fluids[0].solving.solver = "wcsph";
  repelled.fluids[0].solving.wcsph.density = DensityMethod::Continuity;
  repelled.solids[0].surface.coupling = "lennard-jones";
  repelled.solids[0].surface.friction = 0;
  return {incompressible, repelled, projectScene("validation/lid-cavity", {"run.until=100"})};
}

void advance(World& world, int steps) {
  for (int k = 0; k < steps; ++k) world.step(100);
}

std::uint64_t hashAfter(int steps, int threads, const Scene& scene = dam()) {
  std::uint64_t hash = 0;
  withThreads(threads, [&] {
    const auto world = makeWorld(scene);
    advance(*world, steps);
    hash = world->hash();
  });
  return hash;
}

// A jet into a pool that overflows into a drain, and flows on through an outflow.
Scene fountain() {
  return parseScene(R"toml(
    format = 1
    world = { spacing = 0.02, domain = [[-0.5, -0.3, -0.5], [0.8, 1, 0.5]] }
    [[fluid]]
    name = "water"
    fill = { box = [[-0.2, 0, -0.2], [0.2, 0.1, 0.2]] }
    [[solid]]
    name = "floor"
    mesh = { plane = { centre = [0, 0, 0], size = [0.8, 0.8] } }
    [[emitter]]
    name = "jet"
    fluid = "water"
    centre = [0, 0.35, 0]
    direction = [0.2, -1, 0.1]
    radius = 0.06
    speed = 2
    profile = "1 + 0.5*sin(40*t)"
    end = 0.12
    [[inflow]]
    name = "stream"
    fluid = "water"
    centre = [-0.3, 0.06, 0]
    direction = [1, 0, 0]
    size = [0.2, 0.08]
    speed = "1 + 5*y"
    [[drain]]
    name = "hole"
    region = { sphere = { centre = [0, 0, 0.1], radius = 0.06 } }
    [[outflow]]
    name = "end"
    centre = [0.22, 0, 0]
    normal = [1, 0, 0]
  )toml",
                    "fountain.toml");
}

// A jet of oil falls into water between two walls, in space that repeats along z.
Scene pouredOil(const std::string& solver, const std::string& material) {
  return parseScene(R"toml(
    format = 1
    world = { spacing = 0.016, periodic = ["z"], domain = [[-0.3, -0.3, 0], [0.3, 1, 0.4]] }
    [[fluid]]
    name = "water"
    solver = ")toml" + solver +
                        "\"\n" + material +
                        R"toml(
    fill = { box = [[-0.2, 0, 0], [0.2, 0.15, 0.4]] }
    velocity = [0.2, 0, 0.5]
    [[fluid]]
    name = "oil"
    density = 600
    solver = ")toml" + solver +
                        "\"\n" + material +
                        R"toml(
    [[solid]]
    name = "trough"
    mesh = { box = { corners = [[-0.2, 0, -0.2], [0.2, 0.3, 0.6]], open = ["+y", "-z", "+z"] } }
    [[emitter]]
    name = "jet"
    fluid = "oil"
    centre = [0, 0.25, 0.2]
    direction = [0.1, -1, 0.1]
    radius = 0.06
    speed = 1.5
  )toml",
                    "poured-oil.toml");
}

// The same hash for one, two and three threads, and when the run is stopped half-way.
void expectSameBits(const Scene& scene, int steps) {
  const std::uint64_t one = hashAfter(steps, 1, scene);
  for (const int threads : {2, 3}) EXPECT_EQ(hashAfter(steps, threads, scene), one) << threads;
  const TemporaryFolder folder;
  const auto checkpoint = folder / "checkpoint.h5";
  const auto stopped = makeWorld(scene), resumed = makeWorld(scene);
  advance(*stopped, steps / 2);
  writeCheckpoint(checkpoint, *stopped, {"scene"});
  readCheckpoint(checkpoint, *resumed);
  const std::size_t emitted = resumed->ledger().emitted;
  advance(*resumed, steps - steps / 2);
  EXPECT_EQ(resumed->hash(), one);
  EXPECT_GT(resumed->ledger().emitted, emitted) << "or nothing is tested";
}

}  // namespace

TEST(SameBits, OfTwoFluidsAnEmitterAndAPeriodicAxisWithEverySolver) {
  expectSameBits(pouredOil("wcsph", ""), 120);
  expectSameBits(pouredOil("pcisph", "viscosity = 0.1\nviscosityModel = \"explicit\""), 16);
  expectSameBits(
      pouredOil("dfsph", "viscosity = 50\nviscosityModel = \"implicit\"\nsurfaceTension = 0.07"),
      16);
}

TEST(SameBits, ForAnyNumberOfThreads) {
  const std::uint64_t one = hashAfter(kSteps, 1);
  for (const int threads : {2, 3, 8}) EXPECT_EQ(hashAfter(kSteps, threads), one) << threads;
}

TEST(SameBits, HashTellsRunsApart) {
  Scene other = dam();
  other.fluids[0].velocity[0] = "1 + 1e-6";
  EXPECT_NE(hashAfter(kSteps, 2, other), hashAfter(kSteps, 2));
  EXPECT_NE(hashAfter(kSteps - 1, 2), hashAfter(kSteps, 2));
}

TEST(SameBits, AfterStoppingAndResuming) {
  const TemporaryFolder folder;
  const auto checkpoint = folder.path() / "checkpoint.h5";
  {
    const auto stopped = makeWorld(dam());
    advance(*stopped, 90);
    writeCheckpoint(checkpoint, *stopped, {"scene"});
  }
  withThreads(3, [&] {
    const auto resumed = makeWorld(dam());
    readCheckpoint(checkpoint, *resumed);
    EXPECT_EQ(resumed->steps(), 90);
    advance(*resumed, kSteps - 90);
    EXPECT_EQ(resumed->hash(), hashAfter(kSteps, 1));
  });
}

TEST(SameBits, WithOtherMethods) {
  for (const Scene& scene : otherMethods()) {
    constexpr int kFew = 40;
    const std::uint64_t one = hashAfter(kFew, 1, scene);
    EXPECT_EQ(hashAfter(kFew, 3, scene), one);
    const TemporaryFolder folder;
    const auto checkpoint = folder.path() / "checkpoint.h5";
    const auto stopped = makeWorld(scene), resumed = makeWorld(scene);
    advance(*stopped, kFew / 2);
    writeCheckpoint(checkpoint, *stopped, {"scene"});
    readCheckpoint(checkpoint, *resumed);
    advance(*resumed, kFew / 2);
    EXPECT_EQ(resumed->hash(), one);
  }
}

// The first guess of implicit viscosity comes from the step before, and so from the checkpoint.
TEST(SameBits, OfThickFluid) {
  const Scene honey = projectScene("examples/honey", {"run.until=100"});
  const std::uint64_t one = hashAfter(8, 1, honey);
  EXPECT_EQ(hashAfter(8, 3, honey), one);
  const TemporaryFolder folder;
  const auto stopped = makeWorld(honey);
  advance(*stopped, 5);
  writeCheckpoint(folder.path() / "checkpoint.h5", *stopped, {"scene"});
  const auto resumed = makeWorld(honey);
  readCheckpoint(folder.path() / "checkpoint.h5", *resumed);
  advance(*resumed, 3);
  EXPECT_EQ(resumed->hash(), one);
}

TEST(SameBits, WhileParticlesEscape) {
  const Scene leaky = projectScene(
      "examples/leaky-tank",
      {"world.spacing=0.04", "run.until=100", "world.domain=[[-0.1,-0.1,-0.1],[0.6,1,0.6]]"});
  EXPECT_EQ(hashAfter(2000, 3, leaky), hashAfter(2000, 1, leaky));
  const auto world = makeWorld(leaky);
  advance(*world, 2000);
  EXPECT_GT(world->escaped(), 0u);
}

TEST(SameBits, WhileParticlesComeAndGo) {
  const std::uint64_t one = hashAfter(400, 1, fountain());
  EXPECT_EQ(hashAfter(400, 3, fountain()), one);

  const TemporaryFolder folder;
  const auto checkpoint = folder.path() / "checkpoint.h5";
  const auto stopped = makeWorld(fountain());
  advance(*stopped, 150);
  writeCheckpoint(checkpoint, *stopped, {"scene"});
  const auto resumed = makeWorld(fountain());
  readCheckpoint(checkpoint, *resumed);
  EXPECT_EQ(resumed->hash(), stopped->hash());
  const Ledger before = resumed->ledger();
  advance(*resumed, 250);
  EXPECT_EQ(resumed->hash(), one);
  const Ledger after = resumed->ledger();
  EXPECT_GT(after.emitted, before.emitted) << "or nothing is tested";
  EXPECT_GT(after.drained, before.drained);
}

}  // namespace shoal
