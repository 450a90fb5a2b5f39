#include "shoal/coupling/repulsion/lennard_jones.h"

#include <gtest/gtest.h>

#include "support/scene_world.h"
#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kReach = 0.05;
constexpr float kStrength = 20;

struct Repelled : TestFluid {
  LennardJones force{walls, kReach};

  Repelled(int dimensions, const Points& points, const Points& samples)
      : TestFluid(makeKernel(KernelKind::CubicSpline, 2 * kReach, dimensions, kReach), kReach,
                  points, samples) {
    for (float& D : force.strength()) D = kStrength;
    for (float& V : walls.volume) V = 0;
    for (Vec3f& a : fluid.a) a = Vec3f{};
    force.accelerate(fluid, around(), 0);
  }
};

// The acceleration of a particle at this distance from a lone sample.
float push(double r) { return Repelled(3, {{float(r), 0, 0}}, {{0, 0, 0}}).fluid.a[0].x; }

TEST(LennardJones, FollowsItsFormulaWithinItsReach) {
  for (const double q : {0.3, 0.5, 0.9, 0.99}) {
    const double r = q * kReach;
    const double expected = double(kStrength) * (std::pow(1 / q, 4) - std::pow(1 / q, 2)) / r;
    EXPECT_NEAR(double(push(r)) / expected, 1, 1e-4) << q;
    EXPECT_GT(std::abs(double(push(1.01 * r)) / expected - 1), 1e-3) << q;
  }
  EXPECT_EQ(push(1.01 * kReach), 0);
  EXPECT_EQ(push(1.5 * kReach), 0);
  EXPECT_TRUE(std::isfinite(push(0)));
}

TEST(LennardJones, WallsTakeTheOppositeOfWhatTheyGive) {
  for (const int dimensions : {2, 3}) {
    const Repelled t(dimensions, randomBlob(dimensions, 500, kReach),
                     randomBlob(dimensions, 300, kReach, 8));
    std::vector<Vec3f> onWalls(t.walls.size());
    t.force.addBoundaryForces(t.fluid, t.around(), onWalls);
    Vec3d sum;
    double sizes = 0;
    for (std::size_t i = 0; i < t.fluid.size(); ++i) {
      sum += double(t.fluid.mass(i)) * Vec3d(t.fluid.a[i]);
      sizes += double(t.fluid.mass(i)) * double(length(t.fluid.a[i]));
    }
    EXPECT_GT(length(sum), 1e-4 * sizes) << "the walls do nothing";
    for (const Vec3f& f : onWalls) sum += Vec3d(f);
    EXPECT_LT(length(sum), 1e-6 * sizes);
  }
}

TEST(LennardJones, SamplesThatRepelStandForNoVolume) {
  BoundarySamples walls;
  walls.set.resize(2);
  walls.x[0] = {0, 0, 0};
  walls.x[1] = {0.01f, 0, 0};
  walls.repels[0] = 1;
  const KernelChoice kernel = makeKernel(KernelKind::CubicSpline, 0.1, 3, 0.05);
  CellGrid grid(kernel.radius, 3);
  grid.build(walls.x.span());
  walls.set.rearrange(grid.order());
  computeSampleVolumes(walls, grid, kernel);
  const std::size_t plain = walls.repels[0] > 0 ? 1 : 0;
  EXPECT_EQ(walls.volume[1 - plain], 0);
  EXPECT_NEAR(double(walls.volume[plain]) * kernel.weight(0), 1, 1e-6);
}

// A dam break between walls that repel.
Scene repelled(const std::vector<std::string>& changes) {
  return projectScene("andersson2005/dam-break-2d-lennard-jones", changes);
}

TEST(LennardJones, WallsHoldADamBreakBack) {
  const auto world = makeWorld(repelled({}));
  const Box3d tank{{0, 0, 0}, {0.8, 0.5, 0}};
  while (world->time() < 0.6) world->step(0.6);
  EXPECT_EQ(world->escaped(), 0u);
  for (const Vec3f& x : world->fluid().x)
    EXPECT_TRUE(tank.grown(0.005).contains(Vec3d(x))) << "half a spacing beyond the surface";
}

TEST(LennardJones, WallsThatRepelHaveNoFriction) {
  EXPECT_NO_THROW(assemble(repelled({"solid.tank.friction=0"})));
  try {
    assemble(repelled({"solid.tank.friction=0.1"}));
    FAIL() << "was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("solid[0].friction: needs coupling"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace shoal
