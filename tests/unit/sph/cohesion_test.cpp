// Cohesion and adhesion: what they pull, and that they pull back.
#include "shoal/sph/forces/cohesion.h"

#include <gtest/gtest.h>

#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.05;

// A blob of water and oil with wall samples strewn through it.
struct Sticky : TestFluid {
  explicit Sticky(int dimensions, float adhesion = 0)
      : TestFluid(makeKernel(KernelKind::CubicSpline, 1.95 * kSpacing, dimensions, kSpacing),
                  kSpacing, randomBlob(dimensions, 1500, kSpacing),
                  randomBlob(dimensions, 700, 1.2 * kSpacing, 8)) {
    fluid.phases.add("oil", 300);
    for (std::size_t i = 0; i < fluid.size(); ++i) fluid.phase[i] = i % 3 == 0 ? 1 : 0;
    for (float& beta : walls.adhesion) beta = adhesion;
    walls.anyAdhesion = adhesion > 0;
  }

  // The sum of all forces as a share of the sum of their sizes.
  double imbalance(Cohesion&& cohesion, bool withWalls) {
    for (Vec3f& a : fluid.a) a = {};
    cohesion.accelerate(fluid, around(), 0);
    std::vector<Vec3f> onWalls(walls.size());
    if (withWalls) cohesion.addBoundaryForces(fluid, around(), onWalls);
    Vec3d sum;
    double sizes = 0;
    for (std::size_t i = 0; i < fluid.size(); ++i) {
      sum += double(fluid.mass(i)) * Vec3d(fluid.a[i]);
      sizes += double(fluid.mass(i) * length(fluid.a[i]));
    }
    for (const Vec3f& f : onWalls) sum += Vec3d(f);
    EXPECT_GT(sizes, 0);
    return length(sum) / sizes;
  }
};

TEST(Cohesion, ConservesMomentumAmongFluidsOfDifferentDensity) {
  for (const int dimensions : {2, 3})
    EXPECT_LT(Sticky(dimensions).imbalance(Cohesion({1, 5}), true), 1e-6);
}

TEST(Cohesion, WallsTakeTheOppositeOfWhatTheyGive) {
  for (const int dimensions : {2, 3}) {
    EXPECT_LT(Sticky(dimensions, 2).imbalance(Cohesion({1, 5}), true), 1e-6);
    EXPECT_GT(Sticky(dimensions, 2).imbalance(Cohesion({1, 5}), false), 1e-5) << "would be seen";
  }
}

TEST(Cohesion, OfTwoParticlesIsThePublishedOne) {
  const KernelChoice kernel = makeKernel(KernelKind::CubicSpline, 2 * kSpacing, 3, kSpacing);
  TestFluid t(kernel, kSpacing, {{0, 0, 0}, {0.04f, 0, 0}});
  for (Vec3f& a : t.fluid.a) a = {};
  Cohesion({3}).accelerate(t.fluid, t.around(), 0);
  const std::size_t left = t.fluid.x[0].x < t.fluid.x[1].x ? 0 : 1;
  EXPECT_NEAR(double(t.fluid.a[left].x) / (3 * 0.04 * kernel.weight(0.04)), 1, 1e-5);
  EXPECT_EQ(t.fluid.a[0].x, -t.fluid.a[1].x);
}

}  // namespace
}  // namespace shoal
