// Implicit viscosity: thick fluids, long steps.
#include "shoal/sph/forces/implicit_viscosity.h"

#include <gtest/gtest.h>

#include "shoal/sph/forces/explicit_viscosity.h"
#include "shoal/sph/forces/viscous_force.h"
#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.01;

// What momentum and its moment may change by for no other reason than rounding.
struct Rounding {
  double momentum = 0, spin = 0;
};

struct Honey : TestFluid {
  ViscosityOperator viscosity;
  ImplicitViscosity implicit;

  Honey(int dimensions, double pascalSeconds, const ImplicitViscosityParams& params = {})
      : TestFluid(makeKernel(KernelKind::CubicSpline, 1.95 * kSpacing, dimensions, kSpacing),
                  kSpacing, randomBlob(dimensions, 2000, kSpacing)),
        viscosity(fitViscosity(ViscosityForm::Projected, kernel, kSpacing)),
        implicit(params, viscosity, fluid) {
    fluid.phases.viscosity[0] = static_cast<float>(pascalSeconds);
    for (Vec3f& a : fluid.a) a = {};
  }
  // The velocities after one step under gravity or none.
  std::vector<Vec3f> after(double dt, const Vec3f& g = {}) {
    for (Vec3f& a : fluid.a) a = g;
    implicit.accelerateOver(fluid, around(), dt);
    std::vector<Vec3f> v(fluid.v.begin(), fluid.v.end());
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += static_cast<float>(dt) * fluid.a[i];
    return v;
  }
  // Impulses of the viscous force over a step are the largest that the solver handles, and floats
  // know each of them to a share of epsilon: their sum walks at random.
  Rounding rounding(double dt) const {
    std::vector<Vec3f> force(fluid.size());
    computeViscousForce(fluid, around(), viscosity, fluid.v.span(), BoundaryMotion::Resting, force);
    double squares = 0, moments = 0;
    for (std::size_t i = 0; i < fluid.size(); ++i) {
      const double impulse2 = sq(dt * double(fluid.volume) * double(length(force[i])));
      squares += impulse2;
      moments += impulse2 * double(dot(fluid.x[i], fluid.x[i]));
    }
    constexpr double kShare = 4 * double(std::numeric_limits<float>::epsilon());
    return {kShare * std::sqrt(squares), kShare * std::sqrt(moments)};
  }
};

struct Motion {
  Vec3d momentum, spin;
  double energy = 0;
};

Motion motionOf(const FluidParticles& fluid, std::span<const Vec3f> v) {
  Motion sum;
  for (std::size_t i = 0; i < fluid.size(); ++i) {
    const double m = double(fluid.mass(i));
    const Vec3d u(v[i]);
    sum.momentum += m * u;
    sum.spin += cross(Vec3d(fluid.x[i]), m * u);
    sum.energy += m / 2 * dot(u, u);
  }
  return sum;
}

TEST(ImplicitViscosity, CalmsThickFluidInOneLongStepAndKeepsItsMomentum) {
  for (const int dimensions : {2, 3})
    for (const double mu : {1.0, 1e3}) {
      Honey t(dimensions, mu);
      t.giveRandomVelocities(1);
      const Motion before = motionOf(t.fluid, t.fluid.v.span());
      const Rounding rounding = t.rounding(0.4 * kSpacing);
      const Motion after = motionOf(t.fluid, t.after(0.4 * kSpacing));
      EXPECT_LT(after.energy, (mu < 10 ? 0.8 : 0.05) * before.energy) << mu;
      EXPECT_LT(length(after.momentum - before.momentum), rounding.momentum) << mu;
      EXPECT_LT(length(after.spin - before.spin), rounding.spin) << mu;
      EXPECT_GT(t.implicit.iterations(), 0);
      EXPECT_LT(t.implicit.iterations(), 500) << "gave up";
    }
}

TEST(ImplicitViscosity, EnergyNeverGrows) {
  for (const double mu : {1e3, 1e6}) {
    Honey t(3, mu);
    t.giveRandomVelocities(1);
    double before = motionOf(t.fluid, t.fluid.v.span()).energy;
    for (int k = 0; k < 10; ++k) {
      const std::vector<Vec3f> v = t.after(k % 2 == 0 ? 0.004 : 0.0004);
      std::copy(v.begin(), v.end(), t.fluid.v.begin());
      const double energy = motionOf(t.fluid, v).energy;
      EXPECT_LE(energy, before * (1 + 1e-6)) << mu;
      before = energy;
    }
  }
}

TEST(ImplicitViscosity, LeavesRigidMotionAndFreeFallAlone) {
  Honey t(3, 1e3);
  for (std::size_t i = 0; i < t.fluid.size(); ++i)
    t.fluid.v[i] = Vec3f{1, 2, 3} + cross(Vec3f{1, -2, 3}, t.fluid.x[i] - Vec3f{0.7f, -0.3f, 0.4f});
  const Vec3f g{0, -9.81f, 0};
  const std::vector<Vec3f> v = t.after(0.004, g);
  for (std::size_t i = 0; i < v.size(); ++i)
    EXPECT_LT(length(v[i] - t.fluid.v[i] - 0.004f * g), 1e-4f);
}

TEST(ImplicitViscosity, IsTheExplicitOneForShortSteps) {
  Honey t(2, 2, {1e-6, 500});
  t.giveRandomVelocities(1);
  ExplicitViscosity explicitly(t.viscosity, t.fluid);
  const double dt = 1e-3 * explicitly.longestStep(t.fluid, t.around(), {0.4, 0.25, 0.4});
  t.after(dt);
  const std::vector<Vec3f> a(t.fluid.a.begin(), t.fluid.a.end());
  for (Vec3f& other : t.fluid.a) other = {};
  explicitly.accelerate(t.fluid, t.around(), 0);
  double difference = 0, sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += double(dot(a[i] - t.fluid.a[i], a[i] - t.fluid.a[i]));
    sum += double(dot(a[i], a[i]));
  }
  EXPECT_LT(std::sqrt(difference / sum), 2e-3);
  EXPECT_GT(std::sqrt(difference / sum), 1e-7) << "they are one";
}

// Fluid under a weight that differs from place to place, which pressure balances in every step.
TEST(ImplicitViscosity, DoesNotBrakeAFallThatPressurePrevents) {
  for (const bool known : {false, true}) {
    Honey t(3, 5);
    std::vector<Vec3f> weight;
    const float middle = t.fluid.x[0].x;
    for (const Vec3f& x : t.fluid.x) weight.push_back({0, x.x > middle ? -9.81f : 0, 0});
    std::vector<float> braking;              // m/s^2, the greatest in each step
    for (int step = 0; step < 40; ++step) {  // velocities stay zero
      if (known) t.implicit.accelerate(t.fluid, t.around(), 0);
      std::copy(weight.begin(), weight.end(), t.fluid.a.begin());
      t.implicit.accelerateOver(t.fluid, t.around(), 0.004);
      float most = 0;
      for (std::size_t i = 0; i < weight.size(); ++i)
        most = std::max(most, length(t.fluid.a[i] - weight[i]));
      braking.push_back(most);
    }
    EXPECT_GT(braking.front(), 1) << "in the first step no pressure is known";
    if (known)
      EXPECT_LT(braking.back(), 0.01f * braking.front());
    else
      EXPECT_GT(braking.back(), 1) << "nothing was learnt";
  }
}

TEST(ImplicitViscosity, StartsFromTheLastStep) {
  Honey t(3, 1e3);
  t.giveRandomVelocities(1);
  t.after(0.004);
  const int first = t.implicit.iterations();
  t.after(0.004);
  EXPECT_LT(t.implicit.iterations(), first / 4);
}

TEST(ImplicitViscosity, FollowsItsTolerance) {
  const auto iterations = [](double tolerance) {
    Honey t(3, 1e3, {tolerance, 500});
    t.giveRandomVelocities(1);
    t.after(0.004);
    return t.implicit.iterations();
  };
  EXPECT_LT(iterations(0.1), iterations(1e-2));
  EXPECT_LT(iterations(1e-2), iterations(1e-5));
}

}  // namespace
}  // namespace shoal
