// The quick scenes of sampled surfaces keep their particles, and every number is one.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "shoal/world/solids/solids.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

class AkinciScenes : public testing::TestWithParam<const char*> {};

TEST_P(AkinciScenes, RunWithoutLossOrNaN) {
  const auto world = makeWorld(projectScene(std::string("akinci2013/") + GetParam()));
  constexpr int kSteps = 15;
  for (int k = 0; k < kSteps; ++k) world->step(1);
  EXPECT_EQ(world->escaped(), 0u);
  EXPECT_GT(world->time(), 0);
  for (const Vec3f& x : world->fluid().x) ASSERT_TRUE(isFinite(x));
  for (const Vec3f& v : world->fluid().v) ASSERT_TRUE(isFinite(v));
  const auto samplesOnBodies = [&] {
    std::size_t n = 0;
    for (const float mobility : world->walls().mobility) n += mobility > 0;
    return n;
  };
  EXPECT_GT(samplesOnBodies(), 100u);
  for (const Body* body : world->solids()->deforming())
    for (const Vec3d& x : body->surface().x) ASSERT_TRUE(isFinite(x)) << body->name();
  for (const RigidBody* body : world->solids()->rigid())
    EXPECT_TRUE(std::isfinite(length(body->velocity()) + length(body->centre()))) << body->name();
}

INSTANTIATE_TEST_SUITE_P(Quick, AkinciScenes,
                         testing::Values("dropped-bowl-quick", "stretching-cloth-quick",
                                         "cloth-and-solids-quick", "sampling"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace shoal
