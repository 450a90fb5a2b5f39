#include <numbers>

#include <gtest/gtest.h>

#include "unit/coupling/quadrature_rig.h"

namespace shoal {
namespace {

constexpr double k = 3e4, r0 = 0.6, h = 1.1;

TEST(Traction, RepelsInsideItsRestDistanceAndAttractsOutside) {
  const Traction t(k, r0, h);
  EXPECT_NEAR(t(0), k, 1e-5 * k);
  EXPECT_NEAR(t(r0), 0, 1e-6 * k);
  EXPECT_GT(t(0.9 * r0), 1e-3 * k);
  EXPECT_LT(t(1.2 * r0), -1e-3 * k);
  EXPECT_EQ(t(1.01 * h), 0);
}

TEST(Traction, VanishesWithItsSlopeAtItsRange) {
  const Traction t(k, r0, h);
  const double step = 1e-3 * h;
  EXPECT_NEAR(t(h - step) / k, 0, 1e-5);
  EXPECT_NEAR((t(h - 2 * step) - t(h - step)) / step * h / k, 0, 1e-2);
  EXPECT_GT(std::abs((t(0.5 * h) - t(0.5 * h + step)) / step * h / k), 0.1);
}

TEST(Traction, OnlyRepelsWhereItRestsAtItsRange) {
  const Traction t(k, h, h);
  for (double r = 0; r < h; r += 0.1) EXPECT_NEAR(t(r), k * std::pow(1 - r / h, 4), 1e-5 * k);
}

TEST(Friction, ItsLaplacianBelongsToAKernelWhoseIntegralIsOne) {
  // Twice integrating D W'' + (D - 1) W' / r from where W and W' vanish, and once over space.
  for (const int dimensions : {2, 3}) {
    constexpr int n = 20000;
    const double step = h / n;
    double flux = 0, w = 0, integral = 0;  // flux: r^(D - 1) W'
    for (int i = n - 1; i >= 0; --i) {
      const double r = (i + 0.5) * step;
      const double shell = std::pow(r, dimensions - 1);
      flux -= step * shell * viscousLaplacian(h, dimensions) * (h - r);
      w -= step * flux / shell;
      integral += step * w * shell * 2 * std::numbers::pi * (dimensions - 1);
    }
    EXPECT_NEAR(integral, 1, 2e-3) << dimensions;
  }
}

TEST(ImpulseShares, IncreaseForcesByHalfInTheMiddleOfATriangle) {
  EXPECT_DOUBLE_EQ(impulseFactor({1, 0, 0}), 1);
  EXPECT_DOUBLE_EQ(impulseFactor({0.5, 0.5, 0}), 4.0 / 3);
  EXPECT_DOUBLE_EQ(impulseFactor(Vec3d{1, 1, 1} / 3.0), 1.5);
}

TEST(FlatWall, AgreesWithTheIntegralInClosedForm) {
  const Traction t(k, r0, h);
  const double scale = k / (h * h * r0 * (2 * h - r0));
  for (const double z : {0.1, 0.3, 0.7, 1.0}) {
    const double d = h - z;
    const double expected =
        2 * std::numbers::pi * z * scale * (std::pow(d, 5) / 5 - sq(h - r0) * cube(d) / 3);
    EXPECT_NEAR(flatWallForce(t, 3, z), expected, 2e-4 * k);
  }
  EXPECT_NEAR(flatWall(t, 3).restDistance, h - std::sqrt(5.0 / 3) * (h - r0), 1e-3);
  EXPECT_LT(flatWall(t, 3).restDistance, r0);
  EXPECT_DOUBLE_EQ(flatWall(Traction(k, h, h), 3).restDistance, double(float(h)));
}

TEST(FlatWall, OfAutomaticStiffnessHoldsWhatTheSceneLeadsToExpect) {
  for (const int dimensions : {2, 3}) {
    const QuadratureRig rig({}, dimensions);
    const FlatWall& wall = rig.coupling->flatWall();
    EXPECT_GE(wall.passingSpeed(rig.mass()), 2.49 * rig.scene.speed);
    const double pressure = wall.strongest / std::pow(QuadratureRig::kSpacing, dimensions - 1);
    EXPECT_GE(pressure, 4.99 * rig.scene.density * sq(rig.scene.speed) / 2);
  }
}

TEST(QuadratureParams, RestsWithinItsRange) {
  QuadratureParams params;
  params.restDistance = 1.1 * params.range;
  EXPECT_THROW(QuadratureRig{params}, Error);
  params.restDistance = params.range;
  EXPECT_NO_THROW(QuadratureRig{params});
  params.restDistance = 0.15 * params.range;
  EXPECT_THROW(QuadratureRig{params}, Error) << "it attracts at all distances";
  params.restDistance = 0.5 * params.range;
  EXPECT_NO_THROW(QuadratureRig{params});
  EXPECT_NO_THROW((QuadratureRig{params, 2}));
  params.sampleDistance = 0;
  EXPECT_THROW(QuadratureRig{params}, Error);
}

}  // namespace
}  // namespace shoal
