#include "shoal/geometry/sampling/fill.h"

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "unit/geometry/test_meshes.h"

namespace shoal {
namespace {

const Box3d kUnit{{0, 0, 0}, {1, 1, 1}};

TEST(FillBox, FirstPointIsHalfASpacingInsideAndXRunsFastest) {
  const auto points = fillBox({{0, 0, 0}, {0.3, 0.2, 0.1}}, 0.1, 3);
  ASSERT_EQ(points.size(), 6u);
  EXPECT_NEAR(length(points[0] - Vec3d{0.05, 0.05, 0.05}), 0, 1e-12);
  EXPECT_NEAR(length(points[1] - Vec3d{0.15, 0.05, 0.05}), 0, 1e-12);
  EXPECT_NEAR(length(points[3] - Vec3d{0.05, 0.15, 0.05}), 0, 1e-12);
}

TEST(FillBox, WhatIsLeftOfTheSpacingIsSharedByBothSides) {
  const auto points = fillBox({{0, 0, 0}, {0.25, 0.01, 0.1}}, 0.1, 3);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_NEAR(points[0].x, 0.075, 1e-12);
  EXPECT_NEAR(points[1].x, 0.175, 1e-12);
  EXPECT_NEAR(points[0].y, 0.005, 1e-12);
}

TEST(FillBox, PlaneIgnoresTheHeightOfTheBox) {
  const auto points = fillBox({{0, 0, 3}, {1, 1, 2}}, 0.1, 2);
  EXPECT_EQ(points.size(), 100u);
  for (const Vec3d& p : points) EXPECT_EQ(p.z, 0);
}

TEST(FillSphere, CountMatchesTheVolume) {
  const auto ball = fillSphere({1, 2, 3}, 1, 0.04, 3);
  EXPECT_NEAR(double(ball.size()) * cube(0.04), 4.0 / 3 * std::numbers::pi, 0.02);
  const auto disc = fillSphere({1, 2, 3}, 1, 0.02, 2);
  EXPECT_NEAR(double(disc.size()) * sq(0.02), std::numbers::pi, 0.02);
  for (const Vec3d& p : ball) EXPECT_LE(length(p - Vec3d{1, 2, 3}), 1 + 1e-9);
  for (const Vec3d& p : disc) EXPECT_EQ(p.z, 0);
  EXPECT_EQ(fillSphere({}, 0.01, 1, 3).size(), 1u);
}

TEST(FillMesh, AxisAlignedBoxIsFilledLikeABox) {
  const Box3d box{{0, -0.5, 0.1}, {0.7, 0.5, 0.9}};
  const auto byMesh = fillMesh(makeBox(box), 0.1, 3);
  EXPECT_EQ(byMesh, fillBox(box, 0.1, 3));
}

TEST(FillMesh, CountMatchesTheVolume) {
  TriangleMesh turned = makeBox(kUnit);
  rotate(turned, 0.6, 0.4);
  const double d = 0.02;
  for (const TriangleMesh& mesh :
       {makeSphere({5, 5, 5}, 0.6, 4), makeTorus(0.6, 0.2, 96, 48), turned}) {
    const double filled = double(fillMesh(mesh, d, 3).size()) * cube(d);
    EXPECT_NEAR(filled / mesh.signedVolume(), 1, 0.01);
  }
}

// Rows of the lattice run through the vertices and along the edges of this solid.
TEST(FillMesh, VerticesAndEdgesOnTheLatticeCountOnce) {
  for (const int n : {3, 5, 9, 25, 51}) {
    const double d = 2.0 / n;
    const auto points = fillMesh(makeOctahedron(1), d, 3);
    std::size_t inside = 0, onSurface = 0;
    for (const Vec3d& p : fillBox({{-1, -1, -1}, {1, 1, 1}}, d, 3)) {
      const double norm = std::abs(p.x) + std::abs(p.y) + std::abs(p.z);
      if (std::abs(norm - 1) < 1e-9)
        ++onSurface;
      else if (norm < 1)
        ++inside;
    }
    EXPECT_GE(points.size(), inside) << n;
    EXPECT_LE(points.size(), inside + onSurface) << n;
    for (const Vec3d& p : points)
      EXPECT_LE(std::abs(p.x) + std::abs(p.y) + std::abs(p.z), 1 + 1e-9);
  }
}

TEST(FillMesh, PlaneFillsTheCutOfTheMesh) {
  const auto ring = fillMesh(makeTorus(0.6, 0.2, 96, 48), 0.01, 2);
  EXPECT_NEAR(double(ring.size()) * sq(0.01), std::numbers::pi * (sq(0.8) - sq(0.4)), 0.01);
  const double heights[][2] = {{-1, 1}, {0, 1}, {-1, 0}, {0, 0}};
  for (const auto& [low, high] : heights)
    EXPECT_EQ(fillMesh(makeBox({{0, 0, low}, {1, 2, high}}), 0.1, 2),
              fillBox({{0, 0, 0}, {1, 2, 0}}, 0.1, 2));
  EXPECT_EQ(fillMesh(makePlane({}, {0, 0, 1}, 1, 1), 0.1, 2).size(), 100u);
}

TEST(FillMesh, OverlappingPartsAndTurnedMeshesAreFilledOnce) {
  TriangleMesh turned = makeBox(kUnit);
  for (Triangle& t : turned.triangles) std::swap(t[0], t[1]);
  EXPECT_EQ(fillMesh(turned, 0.1, 3).size(), 1000u);

  TriangleMesh two = makeBox(kUnit);
  const TriangleMesh other = makeBox({{0.5, 0, 0}, {1.5, 1, 1}});
  two.vertices.insert(two.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const auto& [a, b, c] : other.triangles) two.triangles.push_back({a + 8, b + 8, c + 8});
  EXPECT_EQ(fillMesh(two, 0.1, 3).size(), 1500u);
}

TEST(FillMesh, ThreadsDoNotChangeThePoints) {
  const TriangleMesh torus = makeTorus(0.6, 0.2, 48, 24);
  const auto all = fillMesh(torus, 0.03, 3);
  const ThreadLimit one(1);
  EXPECT_EQ(fillMesh(torus, 0.03, 3), all);
}

TEST(Fill, OpenMeshesAndTooFineSpacingsAreErrors) {
  const BoxFace open[] = {BoxFace::HighX};
  EXPECT_THROW(fillMesh(makeBox(kUnit, open), 0.1, 3), Error);
  EXPECT_THROW(fillMesh(makeBox({{0, 0, -1}, {1, 1, 1}}, open), 0.1, 2), Error);
  EXPECT_THROW(fillMesh(makeBox({{0, 0, 1}, {1, 1, 2}}), 0.1, 2), Error);
  for (const int dimensions : {2, 3})
    for (const double d : {1e-6, 1e-300, 0.0, -1.0, std::nan("")}) {
      EXPECT_THROW(fillBox(kUnit, d, dimensions), Error) << d;
      EXPECT_THROW(fillSphere({}, 1, d, dimensions), Error) << d;
      EXPECT_THROW(fillMesh(makeOctahedron(1), d, dimensions), Error) << d;
    }
  EXPECT_THROW(fillBox(kUnit, 0.1, 4), Error);
  EXPECT_THROW(fillBox(Box3d{}, 0.1, 3), Error);
  EXPECT_THROW(fillBox({{0, 0, 0}, {HUGE_VAL, 1, 1}}, 0.1, 3), Error);
}

}  // namespace
}  // namespace shoal
