// The scenes of direct forcing: they keep their particles, every number is one, and cuboids float
// and sink as their weights say.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>
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

// The way of a cuboid of 0.3 x 0.2 x 0.3 m that is dropped into the basin, in one dimension:
//   d/dt ((m + s m_a) v) = m g - s rho V g - s rho C_d A v |v| / 2
// with the share s of it that is below the level of the water. Its added mass m_a is 0.93 of the
// displaced mass (potential flow without walls, by finite volumes extrapolated to fine cells), and
// C_d = 1.05 is that of a cube with a face ahead. The cuboids raise the level from 0.8 to 0.82 m.
// Returns the time at which it is `above` m above the floor, in s.
double sinkingTime(double density, double above) {
  constexpr double kG = 9.81, kWater = 1000, kHeight = 0.2, kArea = 0.09, kLevel = 0.82;
  constexpr double kAddedMass = 0.93, kDrag = 1.05, kDt = 1e-4;
  const double volume = kArea * kHeight, m = density * volume;
  double y = 0.85, momentum = 0, t = 0;  // y: m, of its lower face
  while (y > above && t < 10) {
    const double s = std::clamp((kLevel - y) / kHeight, 0.0, 1.0);
    const double inertia = m + s * kAddedMass * kWater * volume, v = momentum / inertia;
    const double drag = kWater * kDrag * kArea * v * std::abs(v) / 2;
    momentum += kDt * (m * kG - s * (kWater * volume * kG + drag));
    y -= kDt * momentum / inertia;
    t += kDt;
  }
  return t;
}

// Floor is what is less than a spacing away: water has to leave the gap before.
void expectCuboidsToFloatAndSink(const std::string& name) {
  const Scene scene = projectScene("becker2009/" + name);
  const auto world = makeWorld(scene);
  const double spacing = scene.world.spacing;
  const RigidBody &light = world->solids()->findRigid("light"),
                  &medium = world->solids()->findRigid("medium"),
                  &heavy = world->solids()->findRigid("heavy");
  const auto bottom = [](const RigidBody& body) { return body.centre().y - 0.1; };
  double mediumTime = 0, heavyTime = 0, lightLeast = 1;
  while (world->time() < 1.5) {
    world->step(1.5);
    if (mediumTime == 0 && bottom(medium) < spacing) mediumTime = world->time();
    if (heavyTime == 0 && bottom(heavy) < spacing) heavyTime = world->time();
    lightLeast = std::min(lightLeast, bottom(light));
  }
  fmt::print("{}: medium at the floor after {:.3f} s, expected {:.3f}; heavy {:.3f}, {:.3f}\n",
             name, mediumTime, sinkingTime(1200, spacing), heavyTime, sinkingTime(3000, spacing));
  EXPECT_NEAR(mediumTime / sinkingTime(1200, spacing), 1, 0.2);
  EXPECT_NEAR(heavyTime / sinkingTime(3000, spacing), 1, 0.2);
  EXPECT_GT(lightLeast, 0.5);  // at 0.74 m it floats
  EXPECT_LT(bottom(medium), spacing);
  // Single drops of the splash pass the rim of the basin.
  EXPECT_LT(double(world->escaped()), 1e-4 * double(world->fluid().size()));
}

TEST(BeckerCuboids, FloatOrSinkInTheTimeThatTheirWeightAddedMassAndDragTake) {
  expectCuboidsToFloatAndSink("cuboids-quick");
}

TEST(BeckerCuboidsLong, FloatOrSinkInTheTimeThatTheirWeightAddedMassAndDragTake) {
  expectCuboidsToFloatAndSink("cuboids-mid");
}

}  // namespace
}  // namespace shoal
