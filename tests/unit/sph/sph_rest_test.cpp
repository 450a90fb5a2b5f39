// Fluid at rest: its density, its pressure, and how a wall continues it.
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "shoal/world/world_params.h"
#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.02;

// The kernel of a world with this support, in spacings; 0 is automatic.
KernelChoice kernelWith(int dimensions, KernelRequest kind, double support) {
  WorldParams world;
  world.dimensions = dimensions;
  world.kernel = kind;
  world.support = support;
  world.spacing = kSpacing;
  SolverParams solver;
  solver.solver = "dfsph";  // whose walls have a single layer
  return kernelOf(world, solver);
}

void forEachKernel(const std::function<void(const KernelChoice&)>& check) {
  for (const int dimensions : {2, 3})
    for (const KernelRequest kind : {KernelRequest::CubicSpline, KernelRequest::WendlandC2})
      for (const double support : {0.0, 2.0}) {
        SCOPED_TRACE(testing::Message() << dimensions << "D " << wordOf(kind) << " " << support);
        check(kernelWith(dimensions, kind, support));
      }
}

constexpr int kHalf = 4;  // lattices reach this far to both sides of the axis that is looked at

// Rows at heights y0, y0 + d, ..., each a lattice around the axis.
Points lattice(int dimensions, int rows, double y0) {
  Points points;
  const int depth = dimensions == 3 ? kHalf : 0;
  for (int k = -depth; k <= depth; ++k)
    for (int j = 0; j < rows; ++j)
      for (int i = -kHalf; i <= kHalf; ++i)
        points.push_back(Vec3f(Vec3d(i * kSpacing, y0 + j * kSpacing, k * kSpacing)));
  return points;
}

// The particle on the axis at height y.
std::size_t onAxis(const FluidParticles& fluid, double y) {
  for (std::size_t i = 0; i < fluid.size(); ++i)
    if (length(Vec3d(fluid.x[i]) - Vec3d(0, y, 0)) < 0.01 * kSpacing) return i;
  throw std::logic_error("no particle there");
}

TEST(SphDensity, OfALatticeIsTheRestDensity) {
  forEachKernel([](const KernelChoice& kernel) {
    TestFluid t(kernel, kSpacing, lattice(kernel.dimensions, 2 * kHalf + 1, -kHalf * kSpacing));
    t.density();
    EXPECT_NEAR(t.fluid.s[onAxis(t.fluid, 0)], 1, 1e-5);
    EXPECT_LT(t.fluid.s[onAxis(t.fluid, kHalf * kSpacing)], 0.9) << "the surface lacks neighbours";
  });
}

TEST(SphDensity, OfALoneParticleIsItsOwnWeight) {
  TestFluid t(kernelWith(3, KernelRequest::CubicSpline, 2), kSpacing, {{5, 5, 5}});
  t.density();
  EXPECT_NEAR(t.fluid.s[0], double(t.fluid.volume) * t.kernel.weight(0), 1e-6);
}

// Fluid rests on a flat wall whose surface is y = 0.
struct OnWall : TestFluid {
  explicit OnWall(const KernelChoice& k, double standoff)
      : TestFluid(k, kSpacing, lattice(k.dimensions, 6, kSpacing / 2),
                  lattice(k.dimensions, 1, -standoff)) {
    walls.wallPressureFactor = static_cast<float>(fitWall(k, kSpacing).wallPressureFactor);
    density();
  }
  std::size_t first() const { return onAxis(fluid, kSpacing / 2); }

  // The force of uniform pressure on the first row, as a share of what the fluid alone does to it.
  double netForce(float wallPressureFactor) {
    for (float& pTerm : fluid.pTerm) pTerm = 1;
    const auto force = [&](float m) {
      walls.wallPressureFactor = m;
      acceleration({});
      return double(length(fluid.a[first()]));
    };
    return force(wallPressureFactor) / force(0);
  }
};

TEST(FitWall, FirstRowHasTheRestDensity) {
  forEachKernel([](const KernelChoice& kernel) {
    const double standoff = fitWall(kernel, kSpacing).standoff;
    const OnWall fitted(kernel, standoff);
    EXPECT_NEAR(fitted.fluid.s[fitted.first()], 1, 0.001);
    const OnWall nearer(kernel, standoff - 0.05 * kSpacing);
    EXPECT_GT(nearer.fluid.s[nearer.first()], 1.001);
  });
}

TEST(FitWall, UniformPressureLeavesTheFirstRowAtRest) {
  forEachKernel([](const KernelChoice& kernel) {
    const WallFit fit = fitWall(kernel, kSpacing);
    OnWall t(kernel, fit.standoff);
    EXPECT_LT(t.netForce(static_cast<float>(fit.wallPressureFactor)), 1e-3);
    EXPECT_GT(t.netForce(1), 0.1) << "the pressure of [AIAST12] would do as well";
  });
}

TEST(FitWall, DoesNotDependOnTheScaleOfTheWorld) {
  const auto fit = [](double spacing) {
    return fitWall(makeKernel(KernelKind::CubicSpline, 2 * spacing, 3, spacing), spacing);
  };
  EXPECT_NEAR(fit(1e-4).standoff / 1e-4, fit(10).standoff / 10, 1e-5);
  EXPECT_NEAR(fit(1e-4).wallPressureFactor, fit(10).wallPressureFactor, 1e-5);
}

TEST(WallVolume, OfALoneSampleIsTheInverseOfItsWeight) {
  const KernelChoice kernel = kernelWith(3, KernelRequest::CubicSpline, 2);
  const TestFluid t(kernel, kSpacing, {}, {{1, 2, 3}});
  EXPECT_NEAR(double(t.walls.volume[0]) * kernel.weight(0), 1, 1e-6);
}

TEST(WallVolume, SamplesTwiceAsDenseStandForHalfAsMuch) {
  const KernelChoice kernel = kernelWith(2, KernelRequest::CubicSpline, 2);
  Points row, doubled;
  for (int i = -8; i <= 8; ++i) row.push_back({float(i * kSpacing), 0, 0});
  doubled = row;
  doubled.insert(doubled.end(), row.begin(), row.end());
  const TestFluid once(kernel, kSpacing, {}, row), twice(kernel, kSpacing, {}, doubled);
  EXPECT_NEAR(twice.walls.volume[16] / once.walls.volume[8], 0.5, 1e-5);
}

// A floor that repeats has no ends: what its samples see across the seam counts.
TEST(WallVolume, IsTheSameAllAlongAWallThatRepeats) {
  const KernelChoice kernel = kernelWith(2, KernelRequest::CubicSpline, 2);
  constexpr int kSamples = 12;
  BoundarySamples walls;
  walls.set.resize(kSamples);
  for (int i = 0; i < kSamples; ++i) walls.x[i] = {float(i * kSpacing), 0, 0};
  for (const float length : {float(kSamples * kSpacing), 0.0f}) {
    CellGrid grid(kernel.radius, 2, CellGrid::Form::Automatic, {{}, {length, 0, 0}});
    grid.build(walls.x.span());
    walls.set.rearrange(grid.order());
    computeSampleVolumes(walls, grid, kernel);
    const auto [least, most] = std::minmax_element(walls.volume.begin(), walls.volume.end());
    EXPECT_EQ(*most<1.001f * *least, length> 0);
  }
}

TEST(Tait, IsZeroAtRestAndBelow) {
  const EquationOfState tait{30};
  EXPECT_EQ(tait.pressure(1, 1000), 0);
  EXPECT_EQ(tait.pressure(0.999f, 1000), 0);
  EXPECT_EQ(tait.pressure(0.001f, 1000), 0);
}

TEST(Tait, FollowsItsFormula) {
  for (const double compression : {1e-4, 1e-3, 0.01, 0.1, 1.0}) {
    const auto s = static_cast<float>(1 + compression);
    const double expected = 1000 * 900 / 7.0 * (std::pow(double(s), 7) - 1);
    EXPECT_NEAR(taitPressure(s, 1000, 30) / expected, 1, 1e-5) << compression;
    EXPECT_GT(std::abs(taitPressure(s, 1000, 30.1f) / expected - 1), 1e-5) << compression;
  }
}

TEST(Tait, SlopeAtRestIsTheSquareOfTheSpeedOfSound) {
  const float above = 1 + 1.0f / 8192;  // an exact float
  EXPECT_NEAR(taitPressure(above, 1000, 30) * 8.192f, 900, 1);
  EXPECT_GT(std::abs(taitPressure(1.01f, 1000, 30) / 10 - 900), 1) << "and only there";
}

TEST(Tait, DampingResistsTheRateOfCompressionAndNeverPulls) {
  TestFluid t(kernelWith(3, KernelRequest::CubicSpline, 2), kSpacing, randomBlob(3, 3, 1));
  const float s[] = {1.01f, 1.01f, 0.99f}, before[] = {1.009f, 1e3f, 0.9f};
  for (std::size_t i = 0; i < 3; ++i) t.fluid.s[i] = s[i];
  const float undamped = taitPressure(1.01f, 1000, 30);
  computePressure(t.fluid, before, {30}, 0.5f, 0.01);
  EXPECT_NEAR(t.fluid.p[0], undamped + 0.5f / 0.01f * 1, 2e-2);
  EXPECT_EQ(t.fluid.p[1], 0);
  EXPECT_EQ(t.fluid.p[2], 0);
  EXPECT_FLOAT_EQ(t.fluid.pTerm[0], t.fluid.p[0] / sq(1.01f));
}

TEST(Tait, FirstStepIsNotDampedAndReadsNoEarlierDensity) {
  TestFluid t(kernelWith(3, KernelRequest::CubicSpline, 2), kSpacing, {{0, 0, 0}});
  t.fluid.s[0] = 1.01f;
  const float before[] = {std::numeric_limits<float>::quiet_NaN()};
  computePressure(t.fluid, before, {30}, 0.5f, 0);
  EXPECT_EQ(t.fluid.p[0], taitPressure(1.01f, 1000, 30));
}

}  // namespace
}  // namespace shoal
