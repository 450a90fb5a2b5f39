// Pressure by prediction and correction: what each step promises.
#include <cmath>

#include <gtest/gtest.h>

#include "support/scene_world.h"

namespace shoal {
namespace {

Scene damBreak(const std::vector<std::string>& more = {}) {
  std::vector<std::string> changes{"fluid.water.solver=pcisph", "world.spacing=0.02"};
  changes.insert(changes.end(), more.begin(), more.end());
  return projectScene("examples/dam-break-2d", changes);
}

struct Worst {
  double error = 0;       // mean compression after a step
  double move = 0;        // spacings that a particle moves in a step
  double iterations = 0;  // of all steps
  double steps = 0;
};

Worst worstOf(const Scene& scene, double until) {
  const auto world = makeWorld(scene);
  Worst worst;
  while (world->time() < until) {
    const StepReport step = world->step(until);
    const Ledger sums = world->ledger();
    worst.error = std::max(worst.error, sums.meanCompression);
    worst.move = std::max(worst.move, sums.fastest * step.dt / scene.world.spacing);
    worst.iterations += step.solver.iterations;
    ++worst.steps;
  }
  EXPECT_EQ(world->escaped(), 0u);
  return worst;
}

TEST(Pcisph, EveryStepOfADamBreakIsSolvedToTheTolerance) {
  for (const double tolerance : {1e-3, 2e-4}) {
    const Worst worst =
        worstOf(damBreak({fmt::format("fluid.water.pcisph.tolerance={}", tolerance)}), 0.8);
    EXPECT_LE(worst.error, tolerance);
    EXPECT_LT(worst.iterations, 60 * worst.steps);
  }
  EXPECT_GT(worstOf(damBreak({"fluid.water.pcisph.minIterations=0",
                              "fluid.water.pcisph.maxIterations=1"}),
                    0.8)
                .error,
            1e-3)
      << "a single correction is enough";
}

TEST(Pcisph, NoStepMovesAParticleMoreThanHalfASpacing) {
  const double move = worstOf(damBreak(), 0.8).move;
  EXPECT_LE(move, 0.5);
  EXPECT_GT(move, 0.2) << "this dam does not put it to the test";
}

// How much lower the middle of a column 1 m deep stands after a second and a half.
double sinking(const std::vector<std::string>& more) {
  std::vector<std::string> changes{"world.spacing=0.05", "fluid.water.solver=pcisph"};
  changes.insert(changes.end(), more.begin(), more.end());
  const auto world = makeWorld(projectScene("validation/hydrostatic-2d", changes));
  while (world->time() < 1.5) world->step(1.5);
  double height = 0;
  for (const Vec3f& x : world->fluid().x) height += double(x.y);
  return 1 - height / double(world->fluid().size()) / 0.5;
}

TEST(Pcisph, AColumnAtRestKeepsItsVolume) {
  EXPECT_LT(std::abs(sinking({"fluid.water.pcisph.tolerance=0.001"})), 0.005);
  EXPECT_GT(std::abs(sinking(
                {"fluid.water.pcisph.minIterations=0", "fluid.water.pcisph.maxIterations=2"})),
            0.02)
      << "two corrections are enough";
}

// Two blobs that collide in space without walls or gravity.
WorldSetup collision(bool together) {
  WorldSetup setup;
  setup.world.spacing = 0.1;
  setup.world.gravity = {};
  setup.solver.solver = "pcisph";
  setup.domain = {{-10, -10, -10}, {10, 10, 10}};
  for (int side : {-1, 1})
    for (int k = 0; k < 5; ++k)
      for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i) {
          setup.positions.push_back(
              Vec3f(0.1 * Vec3d(side * (i + 0.55), j + 0.2 * side, k - 0.1 * side)));
          setup.velocities.push_back({together ? -float(side) : 0, 0, 0});
        }
  return setup;
}

struct Momenta {
  Vec3d linear, angular;
};

Momenta momentaOf(const World& world) {
  Momenta sum;
  const FluidParticles& fluid = world.fluid();
  for (std::size_t i = 0; i < fluid.size(); ++i) {
    const Vec3d p = double(fluid.mass(i)) * Vec3d(fluid.v[i]);
    sum.linear += p;
    sum.angular += cross(Vec3d(fluid.x[i]), p);
  }
  return sum;
}

TEST(Pcisph, CollisionsConserveLinearAndAngularMomentum) {
  World world(perturbed(collision(true)));
  const double each = world.ledger().mass / 2;  // momentum of one side, at 1 m/s
  const Momenta before = momentaOf(world);
  for (int k = 0; k < 20; ++k) world.step(1);
  EXPECT_LT(world.ledger().kinetic, 0.9 * each) << "they did not collide";
  EXPECT_LT(length(momentaOf(world).linear - before.linear), 1e-5 * each);
  EXPECT_LT(length(momentaOf(world).angular - before.angular), 1e-5 * each);
}

TEST(Pcisph, FluidAtRestInSpaceStaysThere) {
  World world(perturbed(collision(false)));
  for (int k = 0; k < 20; ++k) world.step(1);
  EXPECT_LT(world.ledger().fastest, 1e-3);
}

// Oil on water, and water on oil.
double kineticOfLayers(double lower, double upper, std::size_t& escaped) {
  Scene scene = projectScene("validation/hydrostatic-2d",
                             {"world.spacing=0.05", "fluid.water.solver=pcisph"});
  scene.fluids.push_back(scene.fluids[0]);
  scene.fluids[1].name = "second";
  scene.fluids[0].material.density = lower;
  scene.fluids[1].material.density = upper;
  scene.fluids[0].fill[0].box = Box3d{{0, 0, 0}, {1, 0.5, 0}};
  scene.fluids[1].fill[0].box = Box3d{{0, 0.5, 0}, {1, 1, 0}};
  const auto world = makeWorld(scene);
  while (world->time() < 1) {
    EXPECT_LE(world->step(1).solver.densityError, 1e-3);
  }
  escaped = world->escaped();
  return world->ledger().kinetic / world->ledger().mass;
}

TEST(Pcisph, LightFluidRestsOnHeavyFluidAndNotTheOtherWayRound) {
  std::size_t escaped = 0;
  EXPECT_LT(kineticOfLayers(1000, 100, escaped), 2e-3);
  EXPECT_EQ(escaped, 0u);
  EXPECT_GT(kineticOfLayers(100, 1000, escaped), 2e-2);
}

}  // namespace
}  // namespace shoal
