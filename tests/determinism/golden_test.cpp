// The same bits on every machine: hashes of states that scenes of all kinds reach, kept here. A
// change of results that is meant changes them too; a failing test prints the new one.
#include <gtest/gtest.h>

#include "support/scene_world.h"
#include "support/with_lanes.h"

namespace shoal {
namespace {

struct Golden {
  std::string scene;
  int steps;
  std::uint64_t hash;
  std::vector<std::string> changes;
};

const std::vector<Golden>& golden() {
  static const std::vector<Golden> scenes{
      {"examples/dam-break", 20, 0, {"world.spacing=0.04"}},
      {"examples/dam-break", 20, 0, {"world.spacing=0.04", "fluid.water.solver=pcisph"}},
      {"examples/dam-break-2d", 200, 0, {"fluid.water.solver=wcsph"}},
      {"andersson2005/dam-break-2d-lennard-jones", 100, 0, {}},
      {"examples/honey", 6, 0, {}},
      {"examples/faucet", 60, 0, {}},
      {"examples/pile", 200, 0, {}},
      {"examples/soft-pile", 40, 0, {}},
      {"examples/drape", 20, 0, {}},
      {"mueller2004/vessel-injury-quick", 100, 0, {}},
      {"akinci2013/stretching-cloth-quick", 15, 0, {}},
      {"becker2009/sinking-ship-quick", 20, 0, {}},
      {"validation/drop", 100, 0, {}},
      {"validation/poiseuille", 100, 0, {}},
  };
  return scenes;
}

std::uint64_t hashOf(const Golden& one) {
  const auto world = makeWorld(projectScene(one.scene, one.changes));
  for (int k = 0; k < one.steps; ++k) world->step(1000);
  return world->hash();
}

TEST(Golden, ScenesReachTheSameStateOnEveryMachine) {
  for (const Golden& one : golden())
    EXPECT_EQ(hashOf(one), one.hash)
        << fmt::format("{} {}: 0x{:016x}", one.scene, one.steps, hashOf(one));
}

TEST(Golden, ScenesReachTheSameStateForEveryWidth) {
  for (const std::string& lanes : availableLanes()) {
    if (lanes == lanesInUse()) continue;
    const WithLanes width(lanes);
    for (const Golden& one : golden())
      EXPECT_EQ(hashOf(one), one.hash) << one.scene << " " << lanes;
  }
}

}  // namespace
}  // namespace shoal
