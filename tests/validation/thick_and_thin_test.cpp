// Honey and water, from the same program: one creeps and coils, the other splashes.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "support/scene_world.h"

namespace shoal {
namespace {

// The stream of honey with four particles across it.
Scene coil(const std::vector<std::string>& otherwise = {}) {
  std::vector<std::string> assignments{"world.spacing=0.005"};
  assignments.insert(assignments.end(), otherwise.begin(), otherwise.end());
  return projectScene("examples/honey-coil", assignments);
}

struct Stream {
  double turns = 0;       // that its axis makes about the vertical, 10 cm above the plate
  double thinnest = 1e9;  // m, the least distance from the vertical once it coils
  double fastest = 0;     // m/s
  double compression = 0;
};

Stream follow(const Scene& scene, double until) {
  constexpr double kCoils = 1.1;  // s; before, it swings to and fro once
  const auto world = makeWorld(scene);
  Stream stream;
  double last = 0;
  for (double next = 0.02; next <= until; next += 0.02) {
    while (world->time() < next) world->step(next);
    const Ledger sums = world->ledger();
    stream.fastest = std::max(stream.fastest, sums.fastest);
    stream.compression = std::max(stream.compression, sums.meanCompression);
    Vec3d axis;
    double count = 0;
    for (const Vec3f& x : world->fluid().x) {
      if (std::abs(x.y - 0.1f) > 0.008f) continue;
      axis += Vec3d(x);
      ++count;
    }
    const double angle = std::atan2(axis.z, axis.x);
    const double turned = std::remainder(angle - last, 2 * std::numbers::pi);
    last = angle;
    if (world->time() < kCoils) continue;
    stream.turns += turned / (2 * std::numbers::pi);
    stream.thinnest = std::min(stream.thinnest, std::hypot(axis.x, axis.z) / std::max(1.0, count));
  }
  return stream;
}

TEST(ThickFluid, FallingInAThinStreamCoils) {
  const Stream honey = follow(coil(), 2.2);
  EXPECT_GT(std::abs(honey.turns), 1.5);
  EXPECT_GT(honey.thinnest, 0.002);  // it goes around, not to and fro
  EXPECT_LT(honey.fastest, 1.0);     // twice the speed of the nozzle
  EXPECT_LT(honey.compression, 0.01);
}

TEST(ThickFluid, TakesTheStepsOfTheFlowNotOfItsViscosity) {
  const auto step = [](const std::string& viscosity, const std::string& model) {
    const auto world = makeWorld(
        coil({"fluid.honey.viscosity=" + viscosity, "fluid.honey.viscosityModel=" + model}));
    for (int k = 0; k < 20; ++k) world->step(1);
    return world->longestStep();
  };
  const double thick = step("1000", "implicit");
  EXPECT_NEAR(thick, step("0.001", "implicit"), 0.2 * thick);
  EXPECT_LT(step("1000", "explicit"), thick / 100);
}

// The highest that fluid gets when a dam breaks.
double highest(const std::string& viscosity, const std::string& solver) {
  const auto world = makeWorld(
      projectScene("examples/dam-break-2d",
                   {"world.spacing=0.025", "fluid.water.viscosity=" + viscosity,
                    "fluid.water.viscosityModel=implicit", "fluid.water.solver=" + solver}));
  double top = 0;
  while (world->time() < 0.9) {
    world->step(0.9);
    for (const Vec3f& x : world->fluid().x) top = std::max(top, double(x.y));
  }
  return top;
}

TEST(ThinFluid, SplashesWhereThickFluidCreeps) {
  for (const char* solver : {"wcsph", "pcisph", "dfsph"}) {
    EXPECT_GT(highest("0.001", solver), 0.8) << solver;
    EXPECT_LT(highest("1000", solver), 0.61) << solver;
  }
}

}  // namespace
}  // namespace shoal
