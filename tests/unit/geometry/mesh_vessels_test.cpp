#include "shoal/geometry/shapes/mesh_vessels.h"

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/mesh/outline.h"
#include "shoal/geometry/shapes/mesh_duck.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {
namespace {

const Vec3d kSize{1, 0.3, 0.4};
const HullForm kTight{0.01, 0.7, 0, 0};
const HullForm kLeaky{0.01, 0.7, 0.08, 0.1};

TEST(Hull, IsAClosedSurfaceAroundThinWalls) {
  for (const HullForm& form : {kTight, kLeaky}) {
    const TriangleMesh hull = makeHull({1, 2, 3}, kSize, form);
    EXPECT_TRUE(checkMesh(hull).closed());
    EXPECT_NEAR(length(hull.bounds().size() - kSize), 0, 1e-12);
    EXPECT_NEAR(length(hull.bounds().centre() - Vec3d{1, 2, 3}), 0, 1e-12);
    EXPECT_GT(hull.signedVolume(), 0) << "faces out of the walls";
    const MeshDistance distance(hull);
    EXPECT_FALSE(distance.inside({1, 2, 3})) << "the hold is open";
    EXPECT_TRUE(distance.inside({1, 1.855, 3})) << "the floor is not";
  }
  const double tight = makeHull({}, kSize, kTight).signedVolume();
  EXPECT_LT(tight, 0.1 * kSize.x * kSize.y * kSize.z);
  EXPECT_LT(makeHull({}, kSize, kLeaky).signedVolume(), tight);
}

TEST(Hull, LeaksWhereItIsSaidTo) {
  const MeshDistance tight(makeHull({}, kSize, kTight)), leaky(makeHull({}, kSize, kLeaky));
  const Vec3d above{0.1, 0, 0}, below{0.1, -1, 0};
  EXPECT_TRUE(tight.crossing(above, below));
  EXPECT_FALSE(leaky.crossing(above, below));
  EXPECT_TRUE(leaky.crossing({-0.1, 0, 0}, {-0.1, -1, 0}));
}

TEST(Hull, TheCutOfALeakyOneIsTwoPieces) {
  const auto corners = [](const HullForm& form) {
    return sliceAtZeroPlane(makeHull({}, kSize, form)).size();
  };
  EXPECT_EQ(corners(kTight), 8u);
  EXPECT_EQ(corners(kLeaky), 12u);
}

TEST(Hull, WithoutRoomIsRefused) {
  EXPECT_THROW(makeHull({}, kSize, {0.2, 0.7, 0, 0}), Error);
  EXPECT_THROW(makeHull({}, kSize, {0, 0.7, 0, 0}), Error);
  EXPECT_THROW(makeHull({}, kSize, {0.01, 0.7, 0.1, 0.3}), Error) << "the leak is beyond the bow";
}

TEST(Rock, StaysWithinItsRoughness) {
  const TriangleMesh rock = makeRock({1, 0, 0}, 2, {0.3, {1, 1, 1}, 7});
  EXPECT_TRUE(checkMesh(rock).closed());
  double least = 10, most = 0;
  for (const Vec3d& v : rock.vertices) {
    least = std::min(least, length(v - Vec3d{1, 0, 0}));
    most = std::max(most, length(v - Vec3d{1, 0, 0}));
  }
  EXPECT_GT(least, 2 * 0.7);
  EXPECT_LT(most, 2 * 1.3);
  EXPECT_GT(most - least, 0.3) << "is no ball";
}

TEST(Rock, OfASeedIsAlwaysTheSameAndSmoothIsABall) {
  const auto rock = [](double roughness, int seed) {
    return makeRock({}, 1, {roughness, {1, 1, 1}, seed}, 2).vertices;
  };
  EXPECT_EQ(rock(0.2, 3), rock(0.2, 3));
  EXPECT_NE(rock(0.2, 3), rock(0.2, 4));
  for (const Vec3d& v : rock(0, 3)) EXPECT_NEAR(length(v), 1, 1e-12);
}

TEST(Rock, IsStretchedAlongTheAxes) {
  const Vec3d flat = makeRock({}, 1, {0, {1, 0.4, 2}, 1}).bounds().size();
  EXPECT_NEAR(length(flat - Vec3d{2, 0.8, 4}), 0, 0.01);
  EXPECT_THROW(makeRock({}, 1, {0, {1, 0, 1}, 1}), Error);
}

TEST(Duck, IsAClosedBodyAsLongAsSaid) {
  const TriangleMesh duck = makeDuck({1, 2, 3}, 0.5);
  EXPECT_TRUE(checkMesh(duck).closed());
  EXPECT_GT(duck.signedVolume(), 0);
  EXPECT_NEAR(duck.bounds().size().x, 0.5, 1e-12);
  EXPECT_NEAR(length(duck.bounds().centre() - Vec3d{1, 2, 3}), 0, 1e-12);
  EXPECT_THROW(makeDuck({}, 0), Error);
}

TEST(Duck, HasAHeadInFrontAndIsNotConvex) {
  const TriangleMesh duck = makeDuck({}, 1);
  const MeshDistance distance(duck);
  const double head = duck.bounds().upper.y - 0.05;
  const auto highestAt = [&](double x) {
    double highest = -1;
    for (const Vec3d& v : duck.vertices)
      if (std::abs(v.x - x) < 0.05) highest = std::max(highest, v.y);
    return highest;
  };
  EXPECT_GT(highestAt(0.25), head);
  EXPECT_LT(highestAt(-0.15), head - 0.15) << "its back is lower";
  EXPECT_FALSE(distance.inside({-0.15, 0.5 * (highestAt(-0.15) + head), 0}));
}

}  // namespace
}  // namespace shoal
