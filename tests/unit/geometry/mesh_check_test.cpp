#include "shoal/geometry/mesh/mesh_check.h"

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/geometry/mesh/mesh_topology.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "unit/geometry/test_meshes.h"

namespace shoal {
namespace {

const Box3d kUnit{{0, 0, 0}, {1, 1, 1}};

TEST(MeshShapes, ClosedShapesAreClosedAndFaceOutwards) {
  for (const TriangleMesh& mesh : {makeBox(kUnit), makeSphere({1, 2, 3}, 0.5, 2),
                                   makeTorus(1, 0.3, 24, 12), makeOctahedron(1)}) {
    const MeshReport report = checkMesh(mesh);
    EXPECT_TRUE(report.closed());
    EXPECT_EQ(report.summary(), "closed, 1 component");
    EXPECT_GT(mesh.signedVolume(), 0);
  }
  EXPECT_DOUBLE_EQ(makeBox(kUnit).signedVolume(), 1);
}

TEST(MeshShapes, SphereConvergesToItsVolume) {
  const double exact = 4.0 / 3 * std::numbers::pi * 8;
  const double coarse = exact - makeSphere({9, 9, 9}, 2, 3).signedVolume();
  const double fine = exact - makeSphere({9, 9, 9}, 2, 4).signedVolume();
  EXPECT_GT(fine, 0);
  EXPECT_NEAR(coarse / fine, 4, 0.1);  // second order in the length of the edges
}

TEST(MeshShapes, OpenFaceLeavesFourOpenEdges) {
  const BoxFace open[] = {BoxFace::HighY};
  const MeshReport report = checkMesh(makeBox(kUnit, open));
  EXPECT_EQ(report.triangles, 10u);
  EXPECT_EQ(report.openEdges, 4u);
  EXPECT_EQ(report.summary(), "not closed: 4 open edges, 1 component");
}

TEST(MeshShapes, PlaneFacesItsNormalWithItsSizes) {
  const TriangleMesh plane = makePlane({1, 2, 3}, {0, 5, 0}, 4, 2);
  EXPECT_EQ(plane.bounds(), Box3d({-1, 2, 2}, {3, 2, 4}));
  const auto [a, b, c] = corners(plane, 0);
  EXPECT_GT(cross(b - a, c - a).y, 0);
  EXPECT_THROW(makePlane({}, {0, 0, 0}, 1, 1), Error);
  EXPECT_THROW(makePlane({}, {0, 0, 1}, 1, -1), Error);
}

TEST(MeshShapes, TransformScalesBeforeItTranslates) {
  TriangleMesh box = makeBox(kUnit);
  transform(box, 2, {1, 1, 1});
  EXPECT_EQ(box.bounds(), Box3d({1, 1, 1}, {3, 3, 3}));
  EXPECT_THROW(transform(box, -1, {}), Error);
}

TEST(MeshCheck, CountsEveryKindOfFlaw) {
  TriangleMesh flipped = makeBox(kUnit);
  std::swap(flipped.triangles[0][0], flipped.triangles[0][1]);
  EXPECT_EQ(checkMesh(flipped).flippedEdges, 3u);
  EXPECT_FALSE(checkMesh(flipped).closed());

  TriangleMesh doubled = makeBox(kUnit);
  doubled.triangles.push_back(doubled.triangles[3]);
  EXPECT_EQ(checkMesh(doubled).duplicateTriangles, 1u);
  EXPECT_EQ(checkMesh(doubled).nonManifoldEdges, 3u);
  EXPECT_EQ(checkMesh(doubled).openEdges, 3u);

  TriangleMesh degenerate = makeBox(kUnit);
  degenerate.triangles.push_back({0, 0, 1});
  EXPECT_EQ(checkMesh(degenerate).degenerateTriangles, 1u);
  EXPECT_TRUE(checkMesh(degenerate).closed());

  TriangleMesh two = makeBox(kUnit);
  const TriangleMesh other = makeBox({{2, 0, 0}, {3, 1, 1}});
  two.vertices.insert(two.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const auto& [a, b, c] : other.triangles) two.triangles.push_back({a + 8, b + 8, c + 8});
  EXPECT_EQ(checkMesh(two).components, 2u);
  EXPECT_TRUE(checkMesh(two).closed());
}

TEST(MeshCheck, SeparateVerticesAtOnePlaceCountAsOne) {
  const TriangleMesh box = makeBox(kUnit);
  TriangleMesh soup;
  for (std::size_t t = 0; t < box.triangles.size(); ++t) {
    const auto n = static_cast<std::uint32_t>(soup.vertices.size());
    for (const Vec3d& p : corners(box, t)) soup.vertices.push_back(p);
    soup.triangles.push_back({n, n + 1, n + 2});
  }
  EXPECT_TRUE(checkMesh(soup).closed());
  EXPECT_EQ(welded(soup).vertices.size(), 8u);
}

TEST(MeshCheck, UnusableMeshesAreErrors) {
  EXPECT_THROW(checkMesh({}), Error);
  EXPECT_THROW(checkMesh({{{0, 0, 0}, {1, 0, 0}}, {{0, 1, 2}}}), Error);
  EXPECT_THROW(checkMesh({{{0, 0, 0}, {1, 0, 0}, {0, std::nan(""), 0}}, {{0, 1, 2}}}), Error);
}

}  // namespace
}  // namespace shoal
