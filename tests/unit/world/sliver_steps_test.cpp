// Frames, events and the end of a run may follow each other as closely as they like: no step
// between them throws particles.
#include <algorithm>

#include <gtest/gtest.h>

#include "shoal/output/run.h"
#include "shoal/world/schedule.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

constexpr double kSlivers[] = {1e-14, 1e-12, 1e-10, 1e-8, 1e-7, 1e-6,
                               3e-6,  1e-5,  3e-5,  1e-4, 3e-4, 1e-3};

// What a run with ten frames a second looks like.
struct Watched {
  double fastest = 0;  // m/s, of all particles in all steps
  double time = 0;     // s, at the end
  long steps = 0;
};

Watched watch(World& world, double until) {
  Watched seen;
  for (long frame = 1; world.time() < until;) {
    const double next = static_cast<double>(frame) / 10;
    world.step(std::min(next, until), until);
    if (world.time() >= next) ++frame;
    seen.fastest = std::max(seen.fastest, world.ledger().fastest);
  }
  seen.time = world.time();
  seen.steps = world.steps();
  return seen;
}

Watched dam(const std::string& solver, double until) {
  const auto world = makeWorld(
      projectScene("examples/dam-break", {"world.spacing=0.05", "fluid.water.solver=" + solver}));
  return watch(*world, until);
}

TEST(SliverSteps, AnEndJustAfterAFrameThrowsNoParticles) {
  for (const char* solver : {"dfsph", "pcisph"}) {
    const Watched usual = dam(solver, 0.1);
    for (const double sliver : kSlivers) {
      const Watched run = dam(solver, 0.1 + sliver);
      EXPECT_NEAR(run.fastest, usual.fastest, 0.03 * usual.fastest) << solver << " " << sliver;
      EXPECT_EQ(run.time, 0.1 + sliver);
      EXPECT_LE(run.steps, usual.steps + 1) << sliver;
    }
  }
}

// A crate floats in a tank and is released from nothing, three times in a row.
Watched crate(double sliver) {
  std::string scene = R"toml(
    format = 1
    world = { spacing = 0.05 }
    fluid = { name = "water", fill = { box = [[0, 0, 0], [0.3, 0.5, 0.4]] } }
    [[solid]]
    name = "tank"
    mesh = { box = [[0, 0, 0], [0.8, 1, 0.4]] }
    [[solid]]
    name = "crate"
    model = "rigid"
    density = 500
    mesh = { box = [[0.5, 0, 0.1], [0.6, 0.1, 0.2]] }
  )toml";
  for (const int k : {0, 1, 2})
    scene +=
        fmt::format("[[event]]\nat = {}\nrelease = {{ solid = \"crate\" }}\n", 0.1 + k * sliver);
  const auto world = makeWorld(parseScene(scene, "crate.toml"));
  return watch(*world, 0.2);
}

TEST(SliverSteps, EventsJustAfterAFrameAndEachOtherThrowNoParticles) {
  const Watched usual = crate(0);
  for (const double sliver : kSlivers) {
    const Watched run = crate(sliver);
    EXPECT_NEAR(run.fastest, usual.fastest, 0.05 * usual.fastest) << sliver;
    EXPECT_EQ(run.time, 0.2);
  }
}

TEST(SliverSteps, FramesAndTheEndAreReachedByOneStep) {
  const TemporaryFolder folder;
  Scene scene = projectScene("examples/dam-break", {"world.spacing=0.1"});
  scene.run.fps = 10;
  scene.run.until = 0.2 + 1e-9;
  const RunResult result = run(scene, {.folder = folder / "run"});
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(result.progress.time, scene.run.until);
  EXPECT_EQ(RunFolder(folder / "run").listFrames().size(), 3u);
}

TEST(SliverSteps, FramesThatAreWantedCloseTogetherAreAllWritten) {
  const TemporaryFolder folder;
  Scene scene = projectScene("examples/dam-break", {"world.spacing=0.1"});
  scene.run.fps = 1e6;
  scene.run.until = 5e-6;
  run(scene, {.folder = folder / "run"});
  EXPECT_EQ(RunFolder(folder / "run").listFrames().size(), 6u);
}

TEST(SliverSteps, StepsShareWhatIsLeftEvenly) {
  EXPECT_EQ(evenStep(10, 1), 1);
  EXPECT_EQ(evenStep(1.5, 1), 0.75);
  EXPECT_EQ(evenStep(1, 1), 1);
  EXPECT_EQ(evenStep(0.1, 1), 0.1);
}

}  // namespace
}  // namespace shoal
