// Corrected gradients, and the default solver, which rests on them.
#include "shoal/sph/solvers/gradient_correction.h"

#include <cstring>

#include <gtest/gtest.h>

#include "shoal/sph/forces/strain_rate.h"
#include "shoal/sph/solvers/pressure_iteration.h"
#include "shoal/sph/solvers/pressure_system.h"
#include "shoal/world/world.h"
#include "support/scene_world.h"
#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.02;
constexpr int kHalf = 6;

KernelChoice kernelIn(int dimensions) {
  return makeKernel(KernelKind::CubicSpline, 2.1 * kSpacing, dimensions, kSpacing);
}

// A lattice sheared by `shear`: of the same density, but of another shape.
Points shearedLattice(int dimensions, double shear) {
  Points points;
  const int depth = dimensions == 3 ? kHalf : 0;
  for (int k = -depth; k <= depth; ++k)
    for (int j = -kHalf; j <= kHalf; ++j)
      for (int i = -kHalf; i <= kHalf; ++i)
        points.push_back(Vec3f(Vec3d{i + shear * j, double(j), double(k)} * kSpacing));
  return points;
}

// The density rate of the particle in the middle in pure shear, 1/s per 1/s of shear.
double rateInShear(TestFluid& t, const FluidSurroundings& around) {
  for (std::size_t i = 0; i < t.fluid.size(); ++i) t.fluid.v[i] = {t.fluid.x[i].y, 0, 0};
  PressureSystem system(t.fluid);
  system.build(t.fluid, around);
  std::vector<float> rate(t.fluid.size());
  for (std::size_t begin = 0; begin < t.fluid.size(); begin += kChunk)
    system.rate(t.near.fluidOfFluid, t.fluid.v.data(), rate.data(),
                {begin, std::min(begin + kChunk, t.fluid.size())});
  for (std::size_t i = 0; i < t.fluid.size(); ++i)
    if (length(t.fluid.x[i]) < 0.1 * kSpacing) return double(rate[i]);
  throw std::logic_error("no particle in the middle");
}

TEST(GradientCorrection, LeavesPureShearOfALatticeWithoutCompression) {
  for (const int dimensions : {2, 3})
    for (const double shear : {0.15, 0.25}) {
      TestFluid t(kernelIn(dimensions), kSpacing, shearedLattice(dimensions, shear));
      std::vector<Symmetric3f> correction(t.fluid.size());
      computeGradientCorrection(t.fluid, t.around(), correction);
      FluidSurroundings with = t.around();
      with.correction = correction.data();
      // Without it, pressure does work in pure shear: fluid has a yield stress.
      const double plain = std::abs(rateInShear(t, t.around()));
      EXPECT_GT(plain, 0.002) << dimensions << "D, " << shear;
      // Gradients are kept in half precision.
      EXPECT_LT(std::abs(rateInShear(t, with)), std::max(0.1 * plain, 5e-4))
          << dimensions << "D, " << shear;
    }
}

TEST(GradientCorrection, IsTheIdentityWhereNeighboursAreMissing) {
  for (const int dimensions : {2, 3}) {
    TestFluid lone(kernelIn(dimensions), kSpacing, {{0, 0, 0}, {0.02f, 0, 0}});
    std::vector<Symmetric3f> correction(2);
    computeGradientCorrection(lone.fluid, lone.around(), correction);
    for (const Symmetric3f& B : correction) {
      EXPECT_EQ(B.xx, 1);
      EXPECT_EQ(B.yy, 1);
      EXPECT_EQ(B.xy, 0);
    }
  }
}

TEST(StrainRate, IsExactInLinearFlowOfAnyPacking) {
  for (const int dimensions : {2, 3}) {
    TestFluid t(kernelIn(dimensions), kSpacing, randomBlob(dimensions, 800, kSpacing));
    const float z = dimensions == 3 ? 1.0f : 0.0f;
    for (std::size_t i = 0; i < t.fluid.size(); ++i) {
      const Vec3f& x = t.fluid.x[i];
      t.fluid.v[i] = {2 * x.x + x.y, -x.y, z * (x.z + 3 * x.x)};
    }
    std::vector<Symmetric3f> E(t.fluid.size());
    computeStrainRate(t.fluid, t.around(), E);
    std::vector<Symmetric3f> beside(E.size()), correction(E.size());
    computeGradientCorrection(t.fluid, t.around(), correction, beside);
    EXPECT_EQ(std::memcmp(beside.data(), E.data(), E.size() * sizeof(Symmetric3f)), 0)
        << "found in the pass that corrects gradients";
    std::size_t trusted = 0;
    for (const Symmetric3f& e : E) {
      if (std::abs(e.xx - 2) > 1e-2f) continue;  // too few neighbours tell it
      ++trusted;
      EXPECT_NEAR(e.yy, -1, 2e-2);
      EXPECT_NEAR(e.xy, 0.5, 2e-2);
      EXPECT_NEAR(e.zx, 1.5 * z, 2e-2);
    }
    EXPECT_GT(trusted, t.fluid.size() / 2);
  }
}

TEST(CorrectionFraction, TakesSlightDifferencesBackSlowlyAndStrongOnesFast) {
  const CorrectionFraction some{
      .ofWeak = 0.1f, .strong = 0.02f, .ofStrong = 0.5f, .most = 0.03f, .slightExpansion = 0.02f};
  EXPECT_FLOAT_EQ(some.of(0.01f), 0.001f);
  EXPECT_FLOAT_EQ(some.of(0.06f), 0.1f * 0.02f + 0.5f * 0.04f);
  EXPECT_FLOAT_EQ(some.of(1.02f), 0.1f * 0.02f + 0.03f);
  EXPECT_FLOAT_EQ(some.of(-0.01f), -0.001f);
  EXPECT_FLOAT_EQ(some.of(-0.3f), -0.1f * 0.02f - 0.28f);
  EXPECT_FLOAT_EQ(CorrectionFraction{}.of(-0.3f), -0.3f);
}

TEST(PressureGoal, LetsNoParticleIntoAWallHoweverFewNeighboursItHas) {
  PressureGoal goal{};
  EXPECT_FLOAT_EQ(goal.toRemove(-0.6f, 0.7f), -0.6f);
  goal.wallContact = 0.5f;
  EXPECT_FLOAT_EQ(goal.toRemove(-0.6f, 0), -0.6f);
  EXPECT_FLOAT_EQ(goal.toRemove(-0.6f, 0.3f), -0.2f);  // may come as near as that
  EXPECT_FLOAT_EQ(goal.toRemove(-0.2f, 0.7f), 0.2f);
  goal.correctionFraction.most = 0.02f;
  EXPECT_FLOAT_EQ(goal.toRemove(-0.2f, 0.7f), 0.2f);
  const bool besideBody = true;
  EXPECT_FLOAT_EQ(goal.toRemove(-0.2f, 0.7f, besideBody), 0.02f);
  EXPECT_FLOAT_EQ(goal.toRemove(-0.6f, 0.3f, besideBody), -0.2f);
}

// Drops that collide without weight or walls: nothing but pressure and artificial viscosity acts.
TEST(Isph, ConservesMomentum) {
  const Scene scene = parseScene(R"(format = 1
    world = { dimensions = 2, spacing = 0.02, gravity = [0, 0], domain = [[-2, -2], [2, 2]] }
    fluid = [ { name = "a", velocity = [1, 0.2], fill = { box = [[-0.3, 0], [0, 0.2]] } },
              { name = "b", velocity = [-1, 0], fill = { box = [[0.04, 0.1], [0.3, 0.3]] } } ])",
                                 "drops.toml");
  World world(worldSetup(scene, assemble(scene)));
  world.examine();
  const Vec3d before = world.ledger().momentum;
  const double scale = world.ledger().mass * 1;
  while (world.time() < 0.2) world.step(0.2);
  EXPECT_LT(length(world.ledger().momentum - before), 1e-5 * scale);
}

}  // namespace
}  // namespace shoal
