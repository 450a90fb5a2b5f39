#include "shoal/geometry/distance/distance.h"

#include <random>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "unit/geometry/test_meshes.h"

namespace shoal {
namespace {

double boxDistance(const Vec3d& p, const Box3d& box) {
  const Vec3d q = max(box.lower - p, p - box.upper);
  const Vec3d outside = max(q, Vec3d{});
  return length(outside) + std::min(0.0, std::max({q.x, q.y, q.z}));
}

TEST(MeshDistance, MatchesTheBox) {
  const Box3d box{{-1, 0, 2}, {1, 1, 5}};
  const MeshDistance distance(makeBox(box));
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-3, 7);
  int inside = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3d p{uniform(random) / 2, uniform(random) / 2, uniform(random)};
    EXPECT_NEAR(distance.signedDistance(p), boxDistance(p, box), 1e-12);
    EXPECT_NEAR(distance.distance(p), std::abs(boxDistance(p, box)), 1e-12);
    if (boxDistance(p, box) < 0) ++inside;
  }
  EXPECT_GT(inside, 20);
}

// Points whose ray along x runs through vertices and along edges of the mesh.
TEST(MeshDistance, SignIsRightInLineWithVerticesAndEdges) {
  const MeshDistance distance(makeOctahedron(1));
  for (int i = -8; i <= 8; ++i)
    for (int j = -8; j <= 8; ++j)
      for (int k = -8; k <= 8; ++k) {
        const Vec3d p{i / 4.0, j / 4.0, k / 4.0};
        const double norm = std::abs(p.x) + std::abs(p.y) + std::abs(p.z);
        const double d = distance.signedDistance(p);
        if (norm == 1)
          EXPECT_NEAR(d, 0, 1e-12);
        else
          EXPECT_EQ(d < 0, norm < 1) << p.x << ' ' << p.y << ' ' << p.z;
      }
}

// A ray that enters through a vertex and leaves through a face: counting the vertex once per edge
// would not cancel.
TEST(MeshDistance, VertexOnOneSideOnlyCountsOnce) {
  TriangleMesh mesh{{{-1, 0, 0}, {1, -1, -1}, {1, 1, -1}, {1, 0, 1}},
                    {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  for (const double side : {1.0, -1.0}) {
    for (Vec3d& v : mesh.vertices) v = {side * v.x, side * v.y, v.z};
    const MeshDistance distance(mesh);
    EXPECT_LT(distance.signedDistance({0, 0, 0}), 0);
    EXPECT_GT(distance.signedDistance({2, 0, 0}), 0);
    EXPECT_GT(distance.signedDistance({-2, 0, 0}), 0);
  }
}

TEST(MeshDistance, SignIsRightInLineWithEveryVertexOfASphere) {
  const Vec3d centre{0.1, 0.2, 0.3};
  const TriangleMesh mesh = makeSphere(centre, 0.7, 4);
  const MeshDistance distance(mesh);
  for (const Vec3d& v : mesh.vertices) {
    EXPECT_GT(distance.signedDistance({centre.x + 1, v.y, v.z}), 0);
    const bool isDeep = std::abs(v.x - centre.x) > 0.1;
    if (isDeep) {
      EXPECT_LT(distance.signedDistance({centre.x, v.y, v.z}), 0);
    }
  }
}

TEST(MeshDistance, MatchesTheSphereAndTheTorus) {
  const MeshDistance sphere(makeSphere({1, 2, 3}, 2, 5));
  const MeshDistance torus(makeTorus(1, 0.4, 200, 100));
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(-2, 2);
  for (int i = 0; i < 2000; ++i) {
    const Vec3d p{uniform(random), uniform(random), uniform(random)};
    EXPECT_NEAR(sphere.signedDistance(p + Vec3d{1, 2, 3}), length(p) - 2, 2e-3);
    const double exact = std::hypot(std::hypot(p.x, p.y) - 1, p.z) - 0.4;
    EXPECT_NEAR(torus.signedDistance(p), exact, 2e-3);
  }
}

TEST(MeshDistance, OpenAndDegenerateMeshesHaveADistance) {
  const MeshDistance plane(makePlane({}, {0, 1, 0}, 2, 2));
  EXPECT_DOUBLE_EQ(plane.distance({0.3, 0.5, 0.2}), 0.5);
  EXPECT_DOUBLE_EQ(plane.distance({2, 0, 0}), 1);
  const MeshDistance point(TriangleMesh{{{1, 0, 0}}, {{0, 0, 0}}});
  EXPECT_DOUBLE_EQ(point.distance({3, 0, 0}), 2);
  EXPECT_THROW(MeshDistance(TriangleMesh{}), Error);
}

TEST(MeshDistance, TheNearestPlaceIsAsFarAsTheDistance) {
  const MeshDistance distance(makeSphere({0, 0, 0}, 1));
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(-2, 2);
  for (int i = 0; i < 500; ++i) {
    const Vec3d p{uniform(random), uniform(random), uniform(random)};
    const double far = distance.distance(p);
    const auto place = distance.nearest(p);
    ASSERT_TRUE(place);
    EXPECT_NEAR(length(place->point - p), far, 1e-12);
    EXPECT_LT(distance.distance(place->point), 1e-12);
    EXPECT_GT(dot(place->normal, place->point), 0.99) << "outwards";
    EXPECT_TRUE(distance.nearest(p, 1.01 * far));
    EXPECT_FALSE(distance.nearest(p, 0.99 * far));
    EXPECT_EQ(distance.inside(p), distance.signedDistance(p) < 0);
  }
}

TEST(MeshDistance, AWayCrossesASurfaceWhereItFirstMeetsIt) {
  const Box3d box{{-1, -1, -1}, {1, 1, 1}};
  const MeshDistance distance(makeBox(box));
  const auto hit = distance.crossing({-3, 0.2, 0.3}, {3, 0.2, 0.3});
  ASSERT_TRUE(hit);
  EXPECT_LT(length(hit->point - Vec3d{-1, 0.2, 0.3}), 1e-12);
  EXPECT_LT(length(hit->normal - Vec3d{-1, 0, 0}), 1e-12);
  EXPECT_FALSE(distance.crossing({-3, 0.2, 0.3}, {-1.01, 0.2, 0.3}));
  EXPECT_FALSE(distance.crossing({-0.5, 0.2, 0.3}, {0.5, 0.2, 0.3}));
  EXPECT_TRUE(distance.crossing({-3, 0, 0}, {0, 0, 0})) << "through a diagonal";
}

}  // namespace
}  // namespace shoal
