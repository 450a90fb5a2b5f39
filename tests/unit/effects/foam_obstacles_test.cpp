// Solids that foam stays out of.
#include "shoal/effects/foam/foam_obstacles.h"

#include <gtest/gtest.h>

#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {
namespace {

TEST(FoamObstacles, APointInASolidIsPutBeforeItsSurface) {
  FoamObstacles obstacles(3);
  obstacles.add(makeBox({{0, 0, 0}, {1, 1, 1}}), FluidRoom::Outside);
  obstacles.beginStep();
  const auto hit = obstacles.hit({{0.5, 1.1, 0.5}, {0.5, 0.9, 0.5}}, 0.01, 0.1);
  ASSERT_TRUE(hit);
  EXPECT_NEAR(length(hit->place - Vec3d{0.5, 1.01, 0.5}), 0, 1e-12);
  EXPECT_NEAR(length(hit->normal - Vec3d{0, 1, 0}), 0, 1e-12);
  EXPECT_EQ(length(hit->velocity), 0);
  EXPECT_TRUE(obstacles.inSolid({0.5, 0.9, 0.5}));
  EXPECT_FALSE(obstacles.inSolid(hit->place));
  EXPECT_FALSE(obstacles.hit({{0.5, 1.1, 0.5}, {0.5, 1.05, 0.5}}, 0.01, 0.1));
  EXPECT_NEAR(obstacles.distance({0.5, 1.25, 0.5}, 1), 0.25, 1e-12);
}

TEST(FoamObstacles, ATankKeepsWhatIsInIt) {
  FoamObstacles obstacles(3);
  obstacles.add(makeBox({{0, 0, 0}, {1, 1, 1}}), FluidRoom::Inside);
  obstacles.beginStep();
  const auto hit = obstacles.hit({{0.5, 0.1, 0.5}, {0.5, -0.2, 0.5}}, 0.01, 0.1);
  ASSERT_TRUE(hit);
  EXPECT_NEAR(length(hit->place - Vec3d{0.5, 0.01, 0.5}), 0, 1e-12);
  EXPECT_FALSE(obstacles.hit({{0.5, 0.1, 0.5}, {0.5, 0.2, 0.5}}, 0.01, 0.1));
}

TEST(FoamObstacles, AnOpenSurfaceIsNotCrossedFromEitherSide) {
  TriangleMesh sheet = makeBox({{0, 0, 0}, {1, 1, 1}});
  sheet.triangles.resize(2);  // one side of the box
  const Vec3d middle =
      (sheet.vertices[sheet.triangles[0][0]] + sheet.vertices[sheet.triangles[0][1]] +
       sheet.vertices[sheet.triangles[0][2]]) /
      3.0;
  const auto [a, b, c] = corners(sheet, 0);
  const Vec3d n = normalised(cross(b - a, c - a));
  FoamObstacles obstacles(3);
  obstacles.add(sheet, FluidRoom::Inside);  // open: the side does not count
  obstacles.beginStep();
  for (const double side : {1.0, -1.0}) {
    const auto hit = obstacles.hit({middle + 0.1 * side * n, middle - 0.1 * side * n}, 0.01, 0.1);
    ASSERT_TRUE(hit);
    EXPECT_NEAR(length(hit->place - (middle + 0.01 * side * n)), 0, 1e-12);
    EXPECT_GT(dot(hit->normal, side * n), 0);
  }
  EXPECT_FALSE(obstacles.hit({middle + 0.1 * n, middle + 0.05 * n}, 0.01, 0.1));
  EXPECT_FALSE(obstacles.inSolid(middle - 0.1 * n));
}

// A wall that passes over a particle at rest takes it along.
TEST(FoamObstacles, MovingWallsCarryTheirVelocity) {
  FoamObstacles obstacles(3);
  TriangleMesh open = makeBox({{0, 0, 0}, {0.1, 1, 1}});
  open.triangles.pop_back();
  for (const bool closed : {true, false}) {
    obstacles.clear();
    const auto solid =
        obstacles.add(closed ? makeBox({{0, 0, 0}, {0.1, 1, 1}}) : open, FluidRoom::Outside);
    obstacles.beginStep();
    obstacles.move(solid, {{0.05, 0, 0}, {}});
    EXPECT_NEAR(obstacles.travel(), 0.05, 1e-12);
    const auto hit = obstacles.hit({{0.12, 0.4, 0.6}, {0.12, 0.4, 0.6}}, 0.01, 0.1);
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->place.x, 0.16, 1e-12);
    EXPECT_NEAR(hit->velocity.x, 0.5, 1e-12);
    EXPECT_GT(hit->normal.x, 0.99);
  }
}

TEST(FoamObstacles, DeformationIsKnownByItsLongestWay) {
  FoamObstacles obstacles(3);
  TriangleMesh box = makeBox({{0, 0, 0}, {1, 1, 1}});
  const auto solid = obstacles.add(box, FluidRoom::Outside);
  obstacles.beginStep();
  obstacles.deform(solid, box);
  EXPECT_EQ(obstacles.travel(), 0);
  for (Vec3d& x : box.vertices) x.y *= 1.25;
  obstacles.deform(solid, box);
  EXPECT_NEAR(obstacles.travel(), 0.25, 1e-12);
  EXPECT_TRUE(obstacles.inSolid({0.5, 1.2, 0.5}));
}

TEST(FoamObstacles, InThePlaneTheCutCounts) {
  FoamObstacles obstacles(2);
  obstacles.add(makeBox({{0, 0, -0.01}, {1, 1, 0.01}}), FluidRoom::Outside);
  obstacles.beginStep();
  const auto hit = obstacles.hit({{0.5, 1.1, 0}, {0.5, 0.9, 0}}, 0.01, 0.1);
  ASSERT_TRUE(hit);  // the nearest faces of the box are those before and behind the plane
  EXPECT_NEAR(hit->place.y, 1.01, 1e-12);
  EXPECT_EQ(hit->place.z, 0);
}

}  // namespace
}  // namespace shoal
