// Fluid and the bodies in it keep the promise together: the same bits for any number of threads and
// after a resumption.
#include <gtest/gtest.h>

#include "shoal/world/checkpoint.h"
#include "shoal/world/world.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"
#include "support/with_threads.h"

namespace shoal {
namespace {

constexpr int kSteps = 60;

// A box, a soft block and a cloth that stretches, under water that falls on them.
Scene basin(const std::string& solver) {
  return parseScene(fmt::format(R"toml(
    format = 1
    world = {{ spacing = 0.02 }}
    [[fluid]]
    name = "water"
    solver = "{}"
    velocity = [0.2, -1, 0]
    fill = {{ box = [[0, 0.14, 0], [0.3, 0.24, 0.2]] }}
    [[solid]]
    name = "tank"
    mesh = {{ box = {{ corners = [[0, 0, 0], [0.3, 0.5, 0.2]], open = ["+y"] }} }}
    [[solid]]
    name = "box"
    model = "rigid"
    density = 300
    mesh = {{ box = [[0.03, 0.05, 0.05], [0.11, 0.11, 0.15]] }}
    rotation = [10, 20, 30]
    [[solid]]
    name = "block"
    model = "fem"
    mesh = {{ box = {{ corners = [[0.13, 0.04, 0.05], [0.19, 0.1, 0.15]], cell = 0.03 }} }}
    young = 3e4
    [[solid]]
    name = "sheet"
    model = "cloth"
    mesh = {{ plane = {{ centre = [0.25, 0.1, 0.1], size = [0.06, 0.16], cell = 0.03 }} }}
    [[event]]
    pin = {{ solid = "sheet", box = [[0, 0, 0], [1, 1, 0.03]] }}
  )toml",
                                solver),
                    "basin.toml");
}

void advance(World& world, int steps) {
  for (int k = 0; k < steps; ++k) world.step(100);
}

std::uint64_t hashAfter(int threads, const Scene& scene) {
  std::uint64_t hash = 0;
  withThreads(threads, [&] {
    const auto world = makeWorld(scene);
    advance(*world, kSteps);
    hash = world->hash();
  });
  return hash;
}

class VolumesSameBits : public testing::TestWithParam<std::string> {};

TEST_P(VolumesSameBits, ForAnyNumberOfThreads) {
  const std::uint64_t one = hashAfter(1, basin(GetParam()));
  for (const int threads : {2, 5}) EXPECT_EQ(hashAfter(threads, basin(GetParam())), one) << threads;
}

TEST_P(VolumesSameBits, AfterStoppingAndResuming) {
  const Scene scene = basin(GetParam());
  const std::uint64_t whole = hashAfter(1, scene);
  for (const int stop : {1, 35}) {
    const TemporaryFolder folder;
    const auto checkpoint = folder.path() / "checkpoint.h5";
    const auto stopped = makeWorld(scene), resumed = makeWorld(scene);
    advance(*stopped, stop);
    writeCheckpoint(checkpoint, *stopped, {"scene"});
    readCheckpoint(checkpoint, *resumed);
    EXPECT_EQ(resumed->hash(), stopped->hash());
    advance(*resumed, kSteps - stop);
    EXPECT_EQ(resumed->hash(), whole) << stop;
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, VolumesSameBits,
                         testing::Values("isph", "dfsph", "pcisph", "wcsph"),
                         [](const auto& one) { return one.param; });

TEST(VolumesHash, BodiesShowInTheBits) {
  Scene other = basin("dfsph");
  other.solids[1].spin.y += 1e-9;
  EXPECT_NE(hashAfter(1, other), hashAfter(1, basin("dfsph"))) << "or the hash sees nothing";
}

}  // namespace
}  // namespace shoal
