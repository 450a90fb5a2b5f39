// Solids keep the promise, too: the same bits for any number of threads and after a resumption.
#include "shoal/world/solids/solids.h"

#include <gtest/gtest.h>

#include "shoal/world/checkpoint.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"
#include "support/with_threads.h"

namespace shoal {
namespace {

constexpr int kSteps = 60;

// A cloth falls on a beam's neighbour, a pile of two boxes that hangs by a joint, and a spring
// pulls.
Scene workshop() {
  return parseScene(R"toml(
    format = 1
    [[solid]]
    name = "floor"
    mesh = { plane = { centre = [0, 0, 0], size = [2, 2] } }
    [[solid]]
    name = "low"
    model = "rigid"
    mesh = { box = [[-0.1, 0.01, -0.1], [0.1, 0.11, 0.1]] }
    [[solid]]
    name = "high"
    model = "rigid"
    mesh = { box = [[-0.1, 0.13, -0.1], [0.1, 0.23, 0.1]] }
    spin = [0, 1, 0]
    [[joint]]
    kind = "spring"
    body = "high"
    point = [0.1, 0.2, 0]
    toPoint = [0.1, 0.5, 0]
    stiffness = 20
    [[solid]]
    name = "beam"
    model = "fem"
    mesh = { box = { corners = [[0.3, 0.1, 0], [0.7, 0.2, 0.1]], cell = 0.05 } }
    young = 2e5
    [[solid]]
    name = "sheet"
    model = "cloth"
    mesh = { plane = { centre = [0, 0.26, 0], size = [0.4, 0.4], cell = 0.04 } }
    [[event]]
    pin = { solid = "beam", box = [[0.29, 0, -1], [0.31, 1, 1]] }
    [[event]]
    at = 0.1
    pull = { solid = "beam", point = [0.7, 0.2, 0.1], to = [0.7, 0.4, 0.3], over = 0.2, radius = 0.06 }
    [[event]]
    at = 0.35
    release = { solid = "beam" }
  )toml",
                    "workshop.toml");
}

void advance(World& world, int steps) {
  for (int k = 0; k < steps; ++k) world.step(100);
}

std::uint64_t hashAfter(int threads, const Scene& scene = workshop()) {
  std::uint64_t hash = 0;
  withThreads(threads, [&] {
    const auto world = makeWorld(scene);
    advance(*world, kSteps);
    hash = world->hash();
  });
  return hash;
}

}  // namespace

TEST(SolidsSameBits, ForAnyNumberOfThreads) {
  const std::uint64_t one = hashAfter(1);
  for (const int threads : {2, 8}) EXPECT_EQ(hashAfter(threads), one) << threads;
  Scene other = workshop();
  other.solids[2].spin.y += 1e-9;
  EXPECT_NE(hashAfter(2, other), one) << "or the hash sees nothing";
}

TEST(SolidsSameBits, AfterStoppingAndResuming) {
  const std::uint64_t whole = hashAfter(1);
  for (const int stop : {1, 20, 40}) {
    const TemporaryFolder folder;
    const auto checkpoint = folder.path() / "checkpoint.h5";
    const auto stopped = makeWorld(workshop()), resumed = makeWorld(workshop());
    advance(*stopped, stop);
    writeCheckpoint(checkpoint, *stopped, {"scene"});
    readCheckpoint(checkpoint, *resumed);
    EXPECT_EQ(resumed->hash(), stopped->hash());
    advance(*resumed, kSteps - stop);
    EXPECT_EQ(resumed->hash(), whole) << stop;
  }
}

TEST(SolidsSameBits, BesideFluid) {
  Scene scene = workshop();
  SceneFluid& water = scene.fluids.emplace_back();
  water.name = "water";
  water.fill.emplace_back().box = Box3d{{-0.5, 0.02, -0.5}, {-0.3, 0.2, -0.3}};
  scene.world.spacing = 0.04;
  EXPECT_EQ(hashAfter(3, scene), hashAfter(1, scene));
}

}  // namespace shoal
