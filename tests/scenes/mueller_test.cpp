// The scenes of fluid in tissue: nothing is lost, water answers the pull, and vessels bleed only
// where they are torn.
#include <cmath>

#include <gtest/gtest.h>

#include "shoal/world/solids/solids.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

std::unique_ptr<World> muellerWorld(const std::string& name) {
  return makeWorld(projectScene("mueller2004/" + name));
}

bool isFinite(const World& world) {
  const auto all = [](const auto& values) {
    return std::all_of(values.begin(), values.end(),
                       [](const auto& a) { return std::isfinite(a.x + a.y + a.z); });
  };
  bool finite = all(world.fluid().x) && all(world.fluid().v);
  for (const Body* body : world.solids()->deforming())
    finite = finite && all(body->surface().x) && all(body->surface().v);
  return finite;
}

class MuellerScenes : public testing::TestWithParam<const char*> {};

TEST_P(MuellerScenes, RunWithoutLossOrNaN) {
  const auto world = muellerWorld(GetParam());
  for (int k = 0; k < 20; ++k) world->step(1);
  EXPECT_EQ(world->escaped(), 0u);
  EXPECT_TRUE(isFinite(*world));
}

INSTANTIATE_TEST_SUITE_P(Quick, MuellerScenes,
                         testing::Values("pool-quick", "pool-fracture-quick",
                                         "floating-boxes-quick", "vessel-quick",
                                         "vessel-injury-quick"));

// How far out water has come on the side of the wall that is pulled, in m.
double furthestOut(const World& world) {
  double most = 0;
  for (const Vec3f& x : world.fluid().x) most = std::max(most, double(x.x));
  return most;
}

TEST(MuellerPool, WaterFollowsTheWallThatIsPulled) {
  const auto world = muellerWorld("pool-quick");
  while (world->time() < 0.2) world->step(0.2);
  EXPECT_LT(furthestOut(*world), 0.72) << "before, it stays within walls at 0.7 m";
  while (world->time() < 0.69) world->step(0.69);  // the wall is let go at 0.7 s
  EXPECT_GT(furthestOut(*world), 0.75);            // a spacing further
  EXPECT_EQ(world->escaped(), 0u);
  EXPECT_TRUE(isFinite(*world));
}

struct Blood {
  std::size_t outside = 0;   // particles beside the vessel
  std::size_t vertices = 0;  // of its surface; more than at first if it was torn
  std::size_t escaped = 0;
};

Blood bloodAfter(const std::string& scene, double time) {
  const auto world = muellerWorld(scene);
  while (world->time() < time) world->step(time);
  Blood blood;
  for (const Vec3f& x : world->fluid().x)
    blood.outside += x.x > 0 && std::hypot(x.y, x.z) > 8.5e-3f;
  for (const Body* body : world->solids()->deforming()) blood.vertices += body->surface().x.size();
  blood.escaped = world->escaped();
  EXPECT_TRUE(isFinite(*world));
  return blood;
}

TEST(MuellerVessel, BleedsOnlyWhereItIsTorn) {
  const Blood whole = bloodAfter("vessel-quick", 0.11);
  const Blood torn = bloodAfter("vessel-injury-quick", 0.11);
  EXPECT_EQ(whole.outside, 0u);
  EXPECT_EQ(whole.escaped, 0u);
  EXPECT_GT(torn.vertices, whole.vertices);
  EXPECT_GT(torn.outside, 20u);
  EXPECT_EQ(torn.escaped, 0u);
}

}  // namespace
}  // namespace shoal
