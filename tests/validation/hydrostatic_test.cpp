// Water at rest: pressure rho g (H - z), the weight of the water on the walls, and stillness.
#include <cmath>

#include <gtest/gtest.h>

#include "shoal/search/kd_tree.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

constexpr double kG = 9.81, kRho = 1000;

struct AtRest {
  double pressureError = 0;  // RMS of interpolated pressure against rho g (H - z), of rho g H
  double kinetic = 0;        // of m g H
  double floorError = 0;     // vertical force on all walls against the weight
  double sideError = 0;      // horizontal force on a side wall against rho g H^2 / 2
  std::size_t escaped = 0;
};

// The pressure felt at a place: the average of the particles around it, weighted by a
// kernel, for the height that the same average has.
double pressureError(const FluidParticles& fluid, double spacing, int dimensions, double width,
                     double H, double restDensity) {
  const KdTree tree(fluid.x.span());
  const auto radius = static_cast<float>(3 * spacing);
  double sum = 0;
  int points = 0;
  for (double y = 2 * spacing; y < H - 2 * spacing; y += spacing) {
    for (double x = 2 * spacing; x < width - 2 * spacing; x += spacing) {
      const double z = dimensions == 3 ? width / 2 : 0;
      double weight = 0, p = 0, height = 0;
      tree.forEachWithin(Vec3f(Vec3d{x, y, z}), radius, [&](std::uint32_t j, float r2) {
        const double q = std::sqrt(double(r2)) / double(radius);
        const double w = sq(sq(1 - q)) * (1 + 4 * q);
        weight += w;
        p += w * double(fluid.pFelt[j]);
        height += w * double(fluid.x[j].y);
      });
      sum += sq(p / weight / (restDensity * kG * H) - (H - height / weight) / H);
      ++points;
    }
  }
  return std::sqrt(sum / points);
}

// The tank is as wide as it is long; H is the depth of the water.
AtRest settle(const Scene& scene, double width, double H, double restDensity = kRho) {
  const auto world = makeWorld(scene);
  world->watchWalls(true);
  const double until = scene.run.until;
  Vec3d all, left;
  double samples = 0;
  AtRest result;
  while (world->time() < until) {
    world->step(until);
    if (world->time() < 0.75 * until) continue;  // then average what is left of the sound
    for (const Vec3d& force : world->wallForces()) all += force;
    left += world->wallForces()[1];
    ++samples;
  }
  const Ledger sums = world->ledger();
  const double depth = scene.world.dimensions == 3 ? width : 1;
  const double weight = restDensity * kG * width * H * depth;
  result.pressureError = pressureError(world->fluid(), scene.world.spacing, scene.world.dimensions,
                                       width, H, restDensity);
  result.kinetic = sums.kinetic / (sums.mass * kG * H);
  result.floorError = std::abs(-all.y / samples / weight - 1);
  result.sideError = std::abs(-left.x / samples / (restDensity * kG * H * H / 2 * depth) - 1);
  result.escaped = world->escaped();

  return result;
}

void expectAtRest(const AtRest& rest) {
  EXPECT_LT(rest.pressureError, 0.02);
  EXPECT_LT(rest.floorError, 0.01);
  EXPECT_LT(rest.sideError, 0.01);
  EXPECT_LT(rest.kinetic, 1e-4);
  EXPECT_EQ(rest.escaped, 0u);
}

void print(const char* what, const AtRest& rest) {
  std::printf("%-12s pressure %.4f  floor %.5f  side %.5f  kinetic %.2e\n", what,
              rest.pressureError, rest.floorError, rest.sideError, rest.kinetic);
}

}  // namespace

TEST(Hydrostatic2D, PressureGrowsWithDepthAndTheErrorFallsWithTheSpacing) {
  const AtRest coarse =
      settle(projectScene("validation/hydrostatic-2d", {"world.spacing=0.05"}), 1, 1);
  const AtRest fine = settle(projectScene("validation/hydrostatic-2d"), 1, 1);
  print("2D d=0.05", coarse);
  print("2D d=0.025", fine);
  expectAtRest(fine);
  EXPECT_LT(fine.pressureError, coarse.pressureError);
}

TEST(Hydrostatic3D, PressureGrowsWithDepthAndTheErrorFallsWithTheSpacing) {
  const AtRest coarse =
      settle(projectScene("validation/hydrostatic-3d", {"world.spacing=0.03125"}), 0.5, 0.25);
  const AtRest fine = settle(projectScene("validation/hydrostatic-3d"), 0.5, 0.25);
  print("3D d=1/32", coarse);
  print("3D d=1/60", fine);
  expectAtRest(fine);
  EXPECT_LT(fine.pressureError, coarse.pressureError);
}

// The same checks reject a fluid that is three percent heavier than claimed.
TEST(Hydrostatic2D, TheCheckRejectsAnotherDensity) {
  const AtRest rest =
      settle(projectScene("validation/hydrostatic-2d", {"world.spacing=0.05"}), 1, 1, 1.03 * kRho);
  EXPECT_GT(rest.floorError, 0.01);
}

}  // namespace shoal
