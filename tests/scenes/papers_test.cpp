// The short scenes of papers begin as they should: what is fluid stays in, and nothing is flung
// away.
#include <cctype>
#include <cmath>

#include <gtest/gtest.h>

#include "shoal/world/solids.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

struct PaperScene {
  const char* name;
  double until;    // s
  double fastest;  // m/s, of fluid and of what deforms
};

void PrintTo(const PaperScene& scene, std::ostream* out) { *out << scene.name; }

class PaperScenes : public testing::TestWithParam<PaperScene> {};

bool isFinite(const Vec3d& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// Fastest of all points; infinite where one is nowhere.
double fastestOf(const World& world) {
  double fastest = 0;
  const auto look = [&](const Vec3d& x, const Vec3d& v) {
    fastest = isFinite(x) && isFinite(v) ? std::max(fastest, length(v)) : INFINITY;
  };
  for (std::size_t i = 0; i < world.fluid().size(); ++i)
    look(Vec3d(world.fluid().x[i]), Vec3d(world.fluid().v[i]));
  for (const Body* body : world.solids()->deforming())
    for (std::size_t i = 0; i < body->surface().x.size(); ++i)
      look(body->surface().x[i], body->surface().v[i]);
  return fastest;
}

TEST_P(PaperScenes, LoseNothingAndFlingNothingAway) {
  const auto world = makeWorld(projectScene(GetParam().name));
  while (world->time() < GetParam().until) {
    world->step(GetParam().until);
    ASSERT_LT(fastestOf(*world), GetParam().fastest) << "at t = " << world->time();
  }
  EXPECT_EQ(world->escaped(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Begin, PaperScenes,
                         testing::Values(PaperScene{"mueller2004/pool-quick", 0.05, 2},
                                         PaperScene{"mueller2004/vessel-quick", 0.01, 2},
                                         PaperScene{"mueller2004/vessel-injury-quick", 0.01, 2},
                                         PaperScene{"mueller2004/floating-boxes-quick", 0.05, 2},
                                         PaperScene{"mueller2004/pool-fracture-quick", 0.12, 8},
                                         PaperScene{"akinci2013/dropped-bowl-quick", 0.15, 3},
                                         PaperScene{"akinci2013/stretching-cloth-quick", 0.1, 4},
                                         PaperScene{"akinci2013/cloth-and-solids-quick", 0.1, 4}),
                         [](const auto& scene) {
                           std::string name = scene.param.name;
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

TEST(PaperScenesCheck, SeesWhatIsTooFast) {
  const auto world =
      makeWorld(projectScene("mueller2004/pool-quick", {"world.gravity=[0,-2000,0]"}));
  for (int n = 0; n < 3; ++n) world->step(1);
  EXPECT_GT(fastestOf(*world), 2);
}

}  // namespace
}  // namespace shoal
