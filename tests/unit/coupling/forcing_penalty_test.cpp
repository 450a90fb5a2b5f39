#include <gtest/gtest.h>

#include "shoal/coupling/repulsion/penalty.h"
#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.05;
constexpr double kH = kSpacing;  // half a support
constexpr float kStrength = 20;

struct Pushed : TestFluid {
  PenaltyForce force{walls};

  Pushed(int dimensions, const Points& points, const Points& samples)
      : TestFluid(makeKernel(KernelKind::CubicSpline, 2 * kH, dimensions, kSpacing), kSpacing,
                  points, samples) {
    for (float& D : force.strength()) D = kStrength;
    for (Vec3f& a : fluid.a) a = Vec3f{};
    force.accelerate(fluid, around(), 0);
  }
};

// The acceleration of a particle at this distance from a lone sample.
double push(double r) { return double(Pushed(3, {{float(r), 0, 0}}, {{0, 0, 0}}).fluid.a[0].x); }

TEST(PenaltyForce, FollowsItsFormula) {
  const auto expect = [](double q, double g) {
    EXPECT_NEAR(push(q * kH) * q * kH / double(kStrength) / g, 1, 1e-4) << q;
    EXPECT_GT(std::abs(push(1.02 * q * kH) * q * kH / double(kStrength) / g - 1), 1e-3) << q;
  };
  expect(0.3, 2.0 / 3);
  expect(0.6, 2.0 / 3);
  expect(0.8, 2 * 0.8 - 1.5 * 0.64);
  expect(1.5, 0.125);
  EXPECT_EQ(push(2.01 * kH), 0);
  EXPECT_TRUE(std::isfinite(push(0)));
}

TEST(PenaltyForce, IsContinuous) {
  for (const double q : {2.0 / 3, 1.0, 2.0})
    EXPECT_NEAR(push((q - 1e-4) * kH), push((q + 1e-4) * kH), 2e-3 * double(kStrength) / kH);
}

TEST(PenaltyForce, SamplesTakeTheOppositeOfWhatTheyGive) {
  for (const int dimensions : {2, 3}) {
    const Pushed t(dimensions, randomBlob(dimensions, 500, kSpacing),
                   randomBlob(dimensions, 300, kSpacing, 8));
    std::vector<Vec3f> onWalls(t.walls.size());
    t.force.addBoundaryForces(t.fluid, t.around(), onWalls);
    Vec3d sum;
    double sizes = 0;
    for (std::size_t i = 0; i < t.fluid.size(); ++i) {
      sum += double(t.fluid.mass(i)) * Vec3d(t.fluid.a[i]);
      sizes += double(t.fluid.mass(i)) * double(length(t.fluid.a[i]));
    }
    EXPECT_GT(length(sum), 1e-4 * sizes) << "the samples do nothing";
    for (const Vec3f& f : onWalls) sum += Vec3d(f);
    EXPECT_LT(length(sum), 1e-6 * sizes);
  }
}

}  // namespace
}  // namespace shoal
