// The same bits on every machine: hashes of states that scenes of all kinds reach, kept here. ctest
// runs this in every width of lanes that the machine has. A change of results that is meant changes
// them, too; a failing test prints the new ones.
#include <gtest/gtest.h>

#include "support/scene_world.h"

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
      {"examples/dam-break", 60, 0x9cb11188c1593a65, {"world.spacing=0.04"}},
      {"examples/dam-break",
       40,
       0x158bdfa8bf35e0e1,
       {"world.spacing=0.04", "fluid.water.solver=pcisph"}},
      {"examples/dam-break",
       60,
       0x8c9842e2c6d60ae7,
       {"world.spacing=0.04", "fluid.water.solver=dfsph"}},
      {"examples/dam-break-2d", 400, 0x9fee08a6582ede85, {"fluid.water.solver=wcsph"}},
      {"andersson2005/dam-break-2d-lennard-jones", 300, 0x60e2117787f9c234, {}},
      {"examples/honey", 10, 0xc53d91f9590f7f3a, {}},
      {"examples/faucet", 120, 0xd30a6fb5e7f9d266, {}},
      {"examples/pile", 250, 0xaac7fbfb72c0b081, {}},
      {"examples/soft-pile", 12, 0x4ee9cceccaffeed1, {}},
      {"examples/drape", 20, 0x044f48fad8e9b6b0, {}},
      {"mueller2004/vessel-injury-quick", 200, 0xa7593c07d2f6733a, {}},
      {"mueller2004/pool-fracture-quick", 100, 0x81616647c65fbc9a, {}},
      {"akinci2013/stretching-cloth-quick", 25, 0xcb16e68fc6c0ec82, {}},
      {"akinci2013/dropped-bowl-quick", 25, 0x5a0aea141efa20ec, {}},
      {"akinci2013/cloth-and-solids-quick", 25, 0xf54ee50bf330d471, {}},
      {"becker2009/sinking-ship-quick", 40, 0x855fde9435276ce9, {}},
      {"validation/drop", 300, 0x68a4e43ff065e48f, {}},
      {"validation/poiseuille", 300, 0xb556f4e913ba3dbd, {}},
      {"validation/elastic-gate", 40, 0x369065b6439851f3, {}},
  };
  return scenes;
}

std::uint64_t hashOf(const Golden& one) {
  const auto world = makeWorld(projectScene(one.scene, one.changes));
  for (int k = 0; k < one.steps; ++k) world->step(1000);
  return world->hash();
}

TEST(Golden, ScenesReachTheSameStateOnEveryMachine) {
  for (const Golden& one : golden()) {
    const std::uint64_t hash = hashOf(one);
    EXPECT_EQ(hash, one.hash) << fmt::format("{}, {} steps: 0x{:016x}", one.scene, one.steps, hash);
  }
}

}  // namespace
}  // namespace shoal
