// The quick scenes of direct forcing keep their particles, and every number is one.
#include <cmath>

#include <gtest/gtest.h>

#include "shoal/world/solids/solids.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

class BeckerScenes : public testing::TestWithParam<const char*> {};

TEST_P(BeckerScenes, RunWithoutLossOrNaN) {
  const auto world = makeWorld(projectScene(std::string("becker2009/") + GetParam()));
  constexpr int kSteps = 20;
  for (int k = 0; k < kSteps; ++k) world->step(1);
  EXPECT_EQ(world->escaped(), 0u);
  EXPECT_GT(world->time(), 0);
  for (const Vec3f& x : world->fluid().x) ASSERT_TRUE(std::isfinite(x.x + x.y + x.z));
  for (const Vec3f& v : world->fluid().v) ASSERT_TRUE(std::isfinite(v.x + v.y + v.z));
  for (const RigidBody* body : world->solids()->rigid())
    EXPECT_TRUE(std::isfinite(length(body->velocity()) + length(body->centre()))) << body->name();
}

INSTANTIATE_TEST_SUITE_P(Quick, BeckerScenes,
                         testing::Values("sinking-ship-quick", "sinking-ship-penalty-quick",
                                         "slip-ramp-no-slip", "slip-ramp-half-slip",
                                         "slip-ramp-free-slip", "floating-vessel-quick",
                                         "cuboids-quick", "viscous-sphere-thin-quick",
                                         "viscous-sphere-thick-quick", "stone-skipping-quick",
                                         "impact-quick", "flotsam-quick"));

}  // namespace
}  // namespace shoal
