// The implicit pressure of divergence-free SPH: its system, what it conserves and what it promises.
#include "shoal/sph/solvers/dfsph.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/scene_world.h"
#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.05;

KernelChoice kernelFor(int dimensions) {
  return makeKernel(KernelKind::CubicSpline, 1.97 * kSpacing, dimensions, kSpacing);
}

// A row of wall samples below a block of disordered fluid.
struct Block : TestFluid {
  explicit Block(int dimensions)
      : TestFluid(kernelFor(dimensions), kSpacing, randomBlob(dimensions, 2000, kSpacing),
                  randomBlob(dimensions, 300, kSpacing, 9)) {
    giveRandomVelocities(1);
    for (std::size_t b = 0; b < walls.size(); ++b) walls.v[b] = {0.3f, -0.2f, 0};
  }
};

TEST(PressureSystem, DensityIsThatOfTheSummation) {
  for (const int dimensions : {2, 3}) {
    Block t(dimensions);
    PressureSystem system(t.fluid);
    t.density();
    const std::vector<float> summed(t.fluid.s.begin(), t.fluid.s.end());
    system.build(t.fluid, t.around());
    for (std::size_t i = 0; i < summed.size(); ++i)
      ASSERT_NEAR(t.fluid.s[i], summed[i], 1e-5 * double(summed[i]));
  }
}

TEST(PressureSystem, PushIsThePressureForce) {
  for (const int dimensions : {2, 3}) {
    Block t(dimensions);
    PressureSystem system(t.fluid);
    system.build(t.fluid, t.around());
    for (std::size_t i = 0; i < t.fluid.size(); ++i) t.fluid.pTerm[i] = 100.f * float(i % 31);
    t.walls.wallPressureFactor = 1;
    t.acceleration({});
    std::vector<Vec3f> u(t.fluid.size());
    parallelChunks(u.size(), [&](Range chunk, std::size_t) {
      system.applyPressure(t.fluid, t.near.fluidOfFluid, t.fluid.pTerm.data(), {t.fluid.v.data()},
                           1, u.data(), chunk);
    });
    double error = 0, size = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
      error += double(length(u[i] - t.fluid.v[i] - t.fluid.a[i]));
      size += double(length(t.fluid.a[i]));
    }
    EXPECT_LT(error / size, 1e-3) << "more than half precision explains";
  }
}

// The rate of change is what the summed density does when everything moves a little.
TEST(PressureSystem, RateIsTheChangeOfTheSummedDensity) {
  for (const int dimensions : {2, 3}) {
    Block t(dimensions);
    PressureSystem system(t.fluid);
    system.build(t.fluid, t.around());
    std::vector<float> rate(t.fluid.size());
    parallelChunks(rate.size(), [&](Range chunk, std::size_t) {
      system.rate(t.near.fluidOfFluid, t.fluid.v.data(), rate.data(), chunk);
    });
    const float dt = 1e-4f;
    const auto densityAfter = [&](float time) {
      for (std::size_t i = 0; i < t.fluid.size(); ++i) t.fluid.x[i] += time * t.fluid.v[i];
      for (std::size_t b = 0; b < t.walls.size(); ++b) t.walls.x[b] += time * t.walls.v[b];
      t.density();
      return std::vector<float>(t.fluid.s.begin(), t.fluid.s.end());
    };
    const std::vector<float> after = densityAfter(dt), before = densityAfter(-2 * dt);
    double error = 0, size = 0;
    for (std::size_t i = 0; i < rate.size(); ++i) {
      const double measured = double(after[i] - before[i]) / (2 * double(dt));
      error += std::abs(double(rate[i]) - measured);
      size += std::abs(measured);
    }
    EXPECT_LT(error / size, 0.01);
  }
}

// Pressures that a solve ends with: none below the floor, and nothing too dense or driven apart by
// them; by either iteration the same.
TEST(PressureIteration, SolvesTheComplementarityProblem) {
  std::vector<std::vector<float>> found;
  for (const LinearIteration iteration :
       {LinearIteration::ConjugateGradients, LinearIteration::Jacobi}) {
    Block t(2);
    IterationParams params;
    params.iteration = iteration;
    params.maxIterations = 20000;
    PressureSystem system(t.fluid);
    PressureIteration solver(params, t.fluid);
    Field<float> pressure(t.fluid.set, "tested pressure", Role::Scratch);
    Field<Vec3f> u(t.fluid.set, "tested velocity", Role::Scratch);
    t.walls.wallPressureFactor = 1;
    system.build(t.fluid, t.around());
    std::fill(pressure.begin(), pressure.end(), 0.0f);
    const float dt = 1e-3f;
    const PressureGoal goal{.correctionFraction = {0.1f},
                            .before = {t.fluid.v.data()},
                            .dt = dt,
                            .error = 3e-6,
                            .reduction = 1};
    const auto outcome = solver.solve(system, t.fluid, t.around(), goal, pressure, u);
    EXPECT_LT(outcome.iterations, params.maxIterations);
    EXPECT_LE(outcome.error, goal.error);

    std::vector<float> rate(t.fluid.size());
    double dense = 0, apart = 0, below = 0;
    parallelChunks(rate.size(), [&](Range chunk, std::size_t) {
      system.rate(t.near.fluidOfFluid, u.data(), rate.data(), chunk);
    });
    for (std::size_t i = 0; i < rate.size(); ++i) {
      const float excess = t.fluid.s[i] - 1;
      const float after = dt * rate[i] + (excess > 0 ? goal.correctionFraction.of(excess) : excess);
      const float effect = pressure[i] * system.diagonal()[i] * sq(dt);
      dense += double(std::max(0.0f, after)) / double(rate.size());
      apart += double(std::max(0.0f, std::min(effect, -after))) / double(rate.size());
      below += double(std::max(0.0f, -effect)) / double(rate.size());
    }
    EXPECT_LT(dense, 2 * goal.error);
    EXPECT_LT(apart, 2 * goal.error);
    EXPECT_LT(below, goal.error);
    found.emplace_back(pressure.begin(), pressure.end());
  }
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < found[0].size(); ++i) {
    difference += std::abs(double(found[0][i] - found[1][i]));
    size += double(found[1][i]);
  }
  EXPECT_LT(difference, 0.03 * size);
  EXPECT_GT(size, 0);
}

// One particle between two plates that leave it too little room, a little off their middle.
struct Caught : TestFluid {
  explicit Caught(double off)
      : TestFluid(kernelFor(3), kSpacing, {Vec3f(Vec3d{off, off, off} * kSpacing)}, plates()) {}

  static Points plates() {
    Points samples;
    for (int side : {-1, 1})
      for (int i = -3; i <= 3; ++i)
        for (int k = -3; k <= 3; ++k)
          samples.push_back(Vec3f(Vec3d{double(i), 0.55 * side, double(k)} * kSpacing));
    return samples;
  }
};

TEST(PressureIteration, DoesNotThrowWhatIsCaughtBetweenSurfaces) {
  for (const double off : {0.0, 1e-4, 1e-3, 1e-2, 0.05, 0.1}) {
    Caught t(off);
    PressureSystem system(t.fluid);
    PressureIteration solver(IterationParams{}, t.fluid);
    Field<float> pressure(t.fluid.set, "tested pressure", Role::Scratch);
    Field<Vec3f> u(t.fluid.set, "tested velocity", Role::Scratch);
    t.walls.wallPressureFactor = 1;
    system.build(t.fluid, t.around());
    ASSERT_GT(t.fluid.s[0], 1.05f) << "too little room";
    std::fill(pressure.begin(), pressure.end(), 0.0f);
    const PressureGoal goal{.correctionFraction = {1},
                            .before = {t.fluid.v.data()},
                            .dt = 1e-3f,
                            .error = 1e-5,
                            .reduction = 1};
    const auto outcome = solver.solve(system, t.fluid, t.around(), goal, pressure, u);
    EXPECT_LE(outcome.error, goal.error) << off;
    EXPECT_GT(pressure[0], 0) << off;
    EXPECT_LT(double(length(u[0]) * goal.dt), kSpacing) << off;
  }
}

TEST(Dfsph, ConservesMomentumWithoutWalls) {
  WorldSetup setup;
  setup.solver.solver = "dfsph";
  setup.world.gravity = {};
  setup.world.spacing = kSpacing;
  RandomPoints random(3, 5);
  constexpr int kEdge = 14;
  for (int i = 0; i < cube(kEdge); ++i) {
    const int layer = i / sq(kEdge);
    const Vec3d cell(i % kEdge, i / kEdge % kEdge, layer);
    setup.positions.push_back(Vec3f(kSpacing * cell));
    setup.velocities.push_back(random.inCube(2) - Vec3f{1, 1, 1});
  }
  setup.domain = {{-9, -9, -9}, {9, 9, 9}};
  World world(perturbed(setup));
  const Ledger before = world.ledger();
  for (int k = 0; k < 20; ++k) world.step(100);
  const Ledger after = world.ledger();
  EXPECT_EQ(after.particles, before.particles);
  EXPECT_LT(length(after.momentum - before.momentum), 1e-4 * after.mass * after.fastest);
}

Scene column(const std::string& solver) {
  return projectScene("validation/hydrostatic-2d", {"fluid.water.solver=" + solver, "run.until=2"});
}

// The mean height of a column at rest, twice which is its depth.
double meanHeight(const World& world) {
  double sum = 0;
  for (const Vec3f& x : world.fluid().x) sum += double(x.y);
  return sum / double(world.fluid().size());
}

TEST(Dfsph, AColumnAtRestKeepsItsVolume) {
  const auto world = makeWorld(column("dfsph"));
  const double before = meanHeight(*world);
  while (world->time() < 2) world->step(2);
  EXPECT_NEAR(meanHeight(*world) / before, 1, 0.005);
}

struct Errors {
  double solved = 0;  // mean compression that a step was solved to
  double left = 0;    // that it left, with particles that move on straight lines
};
// The largest of any step of a dam break.
Errors worstErrors(const std::vector<std::string>& changes) {
  std::vector<std::string> all{"fluid.water.solver=dfsph", "world.spacing=0.02"};
  all.insert(all.end(), changes.begin(), changes.end());
  const auto world = makeWorld(projectScene("examples/dam-break-2d", all));
  Errors worst;
  while (world->time() < 1) {
    worst.solved = std::max(worst.solved, world->step(1).solver.densityError);
    worst.left = std::max(worst.left, world->ledger().meanCompression);
  }
  EXPECT_EQ(world->escaped(), 0u);
  return worst;
}

TEST(Dfsph, MeanDensityErrorStaysBelowTheToleranceAtEveryStepOfADamBreak) {
  const Errors usual = worstErrors({});
  EXPECT_LE(usual.solved, 5e-4);
  EXPECT_LE(usual.left, 1e-3);
  EXPECT_LE(worstErrors({"fluid.water.dfsph.tolerance=1e-4"}).solved, 1e-4);
  EXPECT_GT(worstErrors({"fluid.water.dfsph.maxIterations=1"}).solved, 5e-4);
}

// Fluid that starts too dense has to come apart, but not with speeds it never has otherwise.
TEST(Dfsph, AnOverfullColumnSwellsInsteadOfBursting) {
  const auto world = makeWorld(projectScene(
      "validation/hydrostatic-2d",
      {"fluid.water.solver=dfsph", "world.spacing=0.05", "world.particleVolume=1.03"}));
  const double before = meanHeight(*world);
  double fastest = 0;
  while (world->time() < 1) {
    world->step(1);
    fastest = std::max(fastest, world->ledger().fastest);
  }
  EXPECT_LT(fastest, 2.2) << "half of what falling from its surface gives";
  EXPECT_GT(meanHeight(*world), 1.02 * before);
  EXPECT_EQ(world->escaped(), 0u);
}

TEST(Dfsph, ConjugateIterationsAreFewerThanPublishedOnes) {
  const auto iterations = [](const std::vector<std::string>& changes) {
    std::vector<std::string> all{"fluid.water.solver=dfsph", "world.spacing=0.02"};
    all.insert(all.end(), changes.begin(), changes.end());
    const auto world = makeWorld(projectScene("examples/dam-break-2d", all));
    double sum = 0;
    while (world->time() < 0.6) {
      const StepReport report = world->step(0.6);
      sum += report.solver.iterations + report.solver.divergenceIterations;
    }
    return sum / double(world->steps());
  };
  const double published =
      iterations({"fluid.water.dfsph.iteration=jacobi", "fluid.water.dfsph.warmStart=0.5",
                  "fluid.water.dfsph.minIterations=2"});
  EXPECT_LT(iterations({}), 0.7 * published);
}

}  // namespace
}  // namespace shoal
