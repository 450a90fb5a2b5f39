// Damping zones relax velocities exactly, for any length of step.
#include "shoal/sph/forces/sponge.h"

#include <gtest/gtest.h>

#include "support/scene_world.h"

namespace shoal {
namespace {

SpongeParams zone(double rate) {
  SpongeParams params;
  params.box = {{1, -1, -1}, {3, 1, 1}};
  params.rate = rate;
  return params;
}

// The velocity after a step of a particle at x that has this velocity before.
Vec3f after(const SpongeParams& params, const Vec3f& x, const Vec3f& v, double dt) {
  FluidParticles fluid;
  fluid.phases.add("water", 1000);
  fluid.volume = 1e-3f;
  fluid.set.append(1);
  fluid.x[0] = x;
  fluid.v[0] = v;
  fluid.a[0] = {};
  Sponge sponge({params});
  const Neighbours near;
  const BoundarySamples none;
  const FluidSurroundings around{
      none, near, makeKernel(KernelKind::CubicSpline, 0.2, 3, 0.1), {}, {}};
  sponge.accelerateOver(fluid, around, dt);
  return v + static_cast<float>(dt) * fluid.a[0];
}

TEST(Sponge, DampingGrowsWithTheSquareOfTheWayIn) {
  const Sponge sponge({zone(8)});
  EXPECT_EQ(sponge.rateAt(0, {0.9f, 0, 0}), 0);
  EXPECT_NEAR(sponge.rateAt(0, {2, 0.5f, 0}), 2, 1e-6);
  EXPECT_NEAR(sponge.rateAt(0, {3, 0, 0}), 8, 1e-6);
  EXPECT_EQ(sponge.rateAt(0, {2, 1.1f, 0}), 0);
  SpongeParams back = zone(8);
  back.direction = {-2, 0, 0};
  EXPECT_NEAR(Sponge({back}).rateAt(0, {1, 0, 0}), 8, 1e-5);
  EXPECT_NEAR(Sponge({back}).rateAt(0, {3, 0, 0}), 0, 1e-6);
}

TEST(Sponge, VelocitiesDecayExponentiallyTowardsTheGivenOne) {
  for (const double dt : {1e-4, 0.1, 10.0, 1e6}) {
    SpongeParams params = zone(8);
    params.velocity = {1, 0, -1};
    const Vec3f v = after(params, {3, 0, 0}, {2, 4, 0}, dt);
    const auto left = static_cast<float>(std::exp(-8 * dt));
    EXPECT_NEAR(length(v - (Vec3f{1, 0, -1} + left * Vec3f{1, 4, 1})), 0, 2e-6) << dt;
  }
  EXPECT_EQ(after(zone(8), {0, 0, 0}, {2, 4, 0}, 0.1), (Vec3f{2, 4, 0})) << "outside";
}

TEST(Sponge, ADirectionOfZeroIsRefused) {
  SpongeParams params = zone(1);
  params.direction = {};
  EXPECT_THROW(Sponge({params}), Error);
}

// Damping acts on the motion alone: water at rest in a zone of any rate stays at rest.
TEST(Sponge, WaterInAZoneBearsItsWeight) {
  const Scene scene = parseScene(
      "format = 1\n[world]\ndimensions = 2\nspacing = 0.05\n[[world.sponge]]\nbox = [[-1, -1, -1], "
      "[2, 2, 1]]\nrate = 1e4\n[[fluid]]\nname = \"w\"\nfill = { box = [[0, 0], [1, 0.5]] }\n"
      "[[solid]]\nname = \"tank\"\nmesh = { box = [[0, 0, -0.1], [1, 1, 0.1]] }\n"
      "[[probe]]\nname = \"f\"\nforce = { solid = \"tank\" }\n",
      "sponge.toml");
  const auto world = makeWorld(scene);
  while (world->time() < 0.3) world->step(0.3);
  double lowest = 1, highest = 0;
  for (const Vec3f& x : world->fluid().x) {
    lowest = std::min(lowest, double(x.y));
    highest = std::max(highest, double(x.y));
  }
  EXPECT_NEAR(highest, 0.475, 0.01);
  EXPECT_NEAR(lowest, 0.025, 0.01);
}

}  // namespace
}  // namespace shoal
