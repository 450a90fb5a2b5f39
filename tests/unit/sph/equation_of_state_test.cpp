#include <gtest/gtest.h>

#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

using Law = EquationOfState::Law;

TEST(GasLaw, GrowsWithTheDensityAndIsZeroBelowRest) {
  EXPECT_EQ(gasPressure(1, 1000, 30), 0);
  EXPECT_EQ((EquationOfState{30, Law::Gas}).pressure(0.5f, 1000), 0);
  EXPECT_NEAR(gasPressure(1.5f, 1000, 30), 900 * 500, 1);
  EXPECT_NEAR(gasPressure(2, 1000, 30) / gasPressure(1.5f, 1000, 30), 2, 1e-5);
  EXPECT_GT(taitPressure(2, 1000, 30) / taitPressure(1.5f, 1000, 30), 4) << "Tait is as soft";
}

TEST(EquationOfState, EnergyIsTheWorkOfThePressure) {
  for (const Law law : {Law::Tait, Law::Gas}) {
    const EquationOfState state{30, law};
    double work = 0;  // integral of P / rho^2 over the density, by midpoints
    constexpr int kSteps = 1000;
    for (int k = 0; k < kSteps; ++k) {
      const double s = 1 + 0.2 * (k + 0.5) / kSteps;
      work += double(state.pressure(static_cast<float>(s), 800)) / sq(800 * s) * 0.2 * 800 / kSteps;
    }
    EXPECT_NEAR(state.energy(1.2, 800) / work, 1, 1e-4);
    EXPECT_GT(std::abs(state.energy(1.21, 800) / work - 1), 0.01);
    EXPECT_EQ(state.energy(0.7, 800), 0);
  }
}

TEST(Cohesion, TakesItsShareOfTheSquaredDensityOffThePressure) {
  TestFluid t(makeKernel(KernelKind::CubicSpline, 2, 3, 1), 1, randomBlob(3, 2, 1));
  t.fluid.s[0] = 1.01f;
  t.fluid.s[1] = 0.5f;
  computePressure(t.fluid, {}, {30, Law::Gas, 0.001f}, 0, 0);
  EXPECT_NEAR(t.fluid.p[0], 900 * 10 - 0.001 * sq(1010), 1);
  EXPECT_NEAR(t.fluid.p[1], -0.001 * sq(500), 1e-2);
  computePressure(t.fluid, {}, {30, Law::Gas}, 0, 0);
  EXPECT_EQ(t.fluid.p[1], 0);
}

// Two halves of a drop, side by side with a gap that the kernel reaches across.
TEST(Cohesion, PullsFluidTogether) {
  const KernelChoice kernel = makeKernel(KernelKind::CubicSpline, 2, 2, 1);
  TestFluid t(kernel, 1, {{-0.7f, 0, 0}, {0.7f, 0, 0}});
  t.density();
  const auto approach = [&](float cohesion) {
    computePressure(t.fluid, {}, {30, Law::Gas, cohesion}, 0, 0);
    t.acceleration({});
    const std::size_t left = t.fluid.x[0].x < 0 ? 0 : 1;
    return t.fluid.a[left].x;
  };
  EXPECT_EQ(approach(0), 0);
  EXPECT_GT(approach(0.001f), 0);
}

}  // namespace
}  // namespace shoal
