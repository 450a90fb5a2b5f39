#include <cmath>

#include <gtest/gtest.h>

#include "shoal/sph/solvers/wcsph.h"
#include "shoal/world/world.h"
#include "support/perturbed.h"

namespace shoal {
namespace {

// Steps of very unequal length, as the adaptive step may take them; about one on average.
double unevenness(int step) { return 0.4 + 0.6 * (step % 3); }

// Where a particle thrown upwards is after a second of gravity.
Vec3f thrown(double g, double scale) {
  WorldSetup setup;
  setup.world.gravity = {0, -g, 0};
  setup.world.spacing = 1;
  setup.timeStep.fixed = 1;
  setup.solver.solver = "wcsph";
  setup.solver.wcsph.soundSpeed = 100;
  setup.positions = {{0, 0, 0}};
  setup.velocities = {{1, 3, -2}};
  setup.domain = {{-100, -100, -100}, {100, 100, 100}};
  World world(perturbed(setup));
  for (int k = 0; world.time() < 1; ++k)
    world.step(std::min(1.0, world.time() + scale * unevenness(k)));
  EXPECT_EQ(world.time(), 1);
  EXPECT_NEAR(world.fluid().v[0].y, 3 - g, 1e-4);
  return world.fluid().x[0];
}

TEST(Leapfrog, AFreeParticleFollowsItsParabola) {
  for (const double scale : {0.2, 0.01}) {
    const Vec3f x = thrown(9.81, scale);
    EXPECT_NEAR(x.x, 1, 1e-5);
    EXPECT_NEAR(x.y, 3 - 9.81 / 2, 1e-5);
    EXPECT_NEAR(x.z, -2, 1e-5);
    EXPECT_GT(std::abs(thrown(9.82, scale).y - (3 - 9.81 / 2)), 1e-3);
  }
}

// How far a particle on a spring is from where it should be after one radian. A half step that
// is not fitted to the last one, as if all steps were equal, is the mistake to be told apart.
double springError(int steps, bool forgetLastStep) {
  const KernelChoice kernel = makeKernel(KernelKind::CubicSpline, 2, 3, 1);
  FluidParticles fluid;
  fluid.phases.add("water", 1000);
  Wcsph solver({}, 100, kernel, fluid);
  fluid.set.resize(1);
  fluid.x[0] = {1, 0, 0};
  fluid.v[0] = Vec3f{};
  solver.initialiseAdded(fluid, {0, 1});
  double t = 0;
  for (int k = 0; k < steps; ++k) {
    const double dt = unevenness(k) / steps;
    fluid.a[0] = -fluid.x[0];
    if (forgetLastStep && k > 0) solver.lastStep = dt;
    solver.move(fluid, dt, 1e9);
    t += dt;
  }
  return std::abs(double(fluid.x[0].x) - std::cos(t));
}

double order(int steps, bool forgetLastStep) {
  return std::log2(springError(steps, forgetLastStep) / springError(2 * steps, forgetLastStep));
}

TEST(Leapfrog, ConvergesWithTheSquareOfUnevenSteps) {
  for (const int steps : {12, 24}) {
    EXPECT_NEAR(order(steps, false), 2, 0.2) << steps;
    EXPECT_LT(order(steps, true), 1.5) << steps;
  }
}

}  // namespace
}  // namespace shoal
