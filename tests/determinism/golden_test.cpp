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
      {"examples/dam-break", 60, 0x2da6fdf2247aaad2, {"world.spacing=0.04"}},
      {"examples/dam-break",
       40,
       0x4da1e80bb31a93c7,
       {"world.spacing=0.04", "fluid.water.solver=pcisph"}},
      {"examples/dam-break-2d", 400, 0xee1f85e210b39406, {"fluid.water.solver=wcsph"}},
      {"andersson2005/dam-break-2d-lennard-jones", 300, 0x100b4d67fd480d30, {}},
      {"examples/honey", 10, 0x8fdfa9da2d103ff7, {}},
      {"examples/faucet", 120, 0xa70a70e26039d04a, {}},
      {"examples/pile", 250, 0x786a4cd4e09003e8, {}},
      {"examples/soft-pile", 12, 0x969b2b3ebe5339b5, {}},
      {"examples/drape", 20, 0xda6ec12b005b4f70, {}},
      {"mueller2004/vessel-injury-quick", 200, 0xf613cd37b2258b3b, {}},
      {"mueller2004/pool-fracture-quick", 100, 0xf7bdbaa143bd8f77, {}},
      {"akinci2013/stretching-cloth-quick", 25, 0xb0f89a447c0f867a, {}},
      {"akinci2013/dropped-bowl-quick", 25, 0xfdaa580a466d6ccd, {}},
      {"akinci2013/cloth-and-solids-quick", 25, 0xdebac75ec00a707a, {}},
      {"becker2009/sinking-ship-quick", 40, 0x32412a11862a204c, {}},
      {"validation/drop", 300, 0xdf010076e6c82ab4, {}},
      {"validation/poiseuille", 300, 0x2eee11f593e7b4fd, {}},
      {"validation/elastic-gate", 40, 0xa54b311bee091f4a, {}},
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
