#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/shapes/tetra_shapes.h"

namespace shoal {
namespace {

using testing::HasSubstr;

TriangleMesh skinOf(const TetraMesh& mesh) { return {mesh.vertices, boundaryTriangles(mesh)}; }

std::string repairError(TetraMesh mesh) {
  try {
    repair(mesh);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

const TetraMesh kOne{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2, 3}}};

TEST(TetraMesh, SkinIsClosedOutwardAndAroundTheVolume) {
  for (TetraMesh mesh : {kOne, makeTetraBox({{-1, 0, 2}, {1, 3, 2.5}}, {3, 2, 4}),
                         makeTetraTube({0, 0, 0}, {1, 2, 3}, 0.3, 0.5, 0.1),
                         makeTetraPool({{0, 0, 0}, {1, 0.6, 1.2}}, 0.1, 0.1)}) {
    const TetraRepair found = repair(mesh);
    EXPECT_EQ(found.note(), "");
    EXPECT_EQ(found.parts, 1u);
    EXPECT_TRUE(checkMesh(skinOf(mesh)).closed()) << checkMesh(skinOf(mesh)).summary();
    EXPECT_NEAR(skinOf(mesh).signedVolume(), mesh.volume(), 1e-12 * mesh.volume());
    EXPECT_GT(mesh.volume(), 0);
  }
}

TEST(TetraShapes, HaveTheVolumesOfTheirFormulas) {
  EXPECT_NEAR(makeTetraBox({{0, 0, 0}, {1, 2, 3}}, 0.4).volume(), 6, 1e-12);
  EXPECT_EQ(makeTetraBox({{0, 0, 0}, {1, 2, 3}}, {2, 3, 4}).tets.size(), 6u * 24);
  EXPECT_NEAR(makeTetraPool({{0, 0, 0}, {1, 0.6, 1}}, 0.1, 0.05).volume(), 0.6 - 0.8 * 0.8 * 0.5,
              1e-12);
  const double exact = std::numbers::pi * (sq(0.5) - sq(0.4)) * 2;
  const double coarse = makeTetraTube({0, 0, 0}, {0, 2, 0}, 0.4, 0.5, 0.1).volume();
  const double fine = makeTetraTube({0, 0, 0}, {0, 2, 0}, 0.4, 0.5, 0.05).volume();
  EXPECT_NEAR(fine, exact, 0.003 * exact);
  EXPECT_LT(std::abs(fine - exact), std::abs(coarse - exact) / 3);
}

TEST(TetraShapes, RefuseWhatIsEmptyOrEndless) {
  EXPECT_THROW(makeTetraBox({{0, 0, 0}, {1, 1, 0}}, 0.1), Error);
  EXPECT_THROW(makeTetraBox({{0, 0, 0}, {1, 1, 1}}, 0.0), Error);
  EXPECT_THROW(makeTetraBox({{0, 0, 0}, {1, 1, 1}}, 1e-9), Error);
  EXPECT_THROW(makeTetraBox({{0, 0, 0}, {1, 1, 1}}, 1e-3), Error);
  EXPECT_THROW(makeTetraBox({{0, 0, 0}, {1, 1, 1}}, {1, -1, 1}), Error);
  EXPECT_THROW(makeTetraTube({0, 0, 0}, {0, 0, 0}, 0.1, 0.2, 0.1), Error);
  EXPECT_THROW(makeTetraTube({0, 0, 0}, {0, 0, 1}, 0.2, 0.1, 0.1), Error);
  EXPECT_THROW(makeTetraPool({{0, 0, 0}, {1, 1, 1}}, 0.5, 0.1), Error);
}

TEST(TetraMesh, RepairsOrderAndUnusedVerticesAndSaysSo) {
  TetraMesh mesh = kOne;
  std::swap(mesh.tets[0][2], mesh.tets[0][3]);
  mesh.vertices.insert(mesh.vertices.begin(), {9, 9, 9});
  for (std::uint32_t& v : mesh.tets[0]) ++v;
  EXPECT_EQ(repair(mesh).note(),
            "1 tetrahedra put into the right order, 1 unused vertices left out");
  EXPECT_EQ(mesh.vertices, kOne.vertices);
  EXPECT_NEAR(mesh.volume(), 1.0 / 6, 1e-15);
}

TEST(TetraMesh, CountsPartsAndHinges) {
  TetraMesh two = kOne;
  for (const Vec3d& v : kOne.vertices) two.vertices.push_back(v + Vec3d{5, 0, 0});
  two.tets.push_back({4, 5, 6, 7});
  EXPECT_EQ(repair(two).note(), "2 parts that do not hold together");
  TetraMesh hinged = kOne;
  hinged.vertices.push_back({0, -1, 0});
  hinged.vertices.push_back({-1, 0, 0});
  hinged.tets.push_back({0, 4, 5, 3});
  repair(hinged);
  EXPECT_EQ(repair(hinged).hinges, 1u);
}

TEST(TetraMesh, NamesThePlaceOfWhatCannotBeRepaired) {
  TetraMesh flat = kOne;
  flat.vertices[3] = {0.5, 0.5, 0};
  EXPECT_THAT(repairError(flat), HasSubstr("tetrahedron 0 at (0.375, 0.375, 0) has no volume"));
  TetraMesh twice = kOne;
  twice.tets.push_back({0, 1, 2, 3});
  EXPECT_THAT(repairError(twice), HasSubstr("overlaps tetrahedron 0"));
  TetraMesh three = kOne;
  three.vertices.push_back({0, 0, -1});
  three.vertices.push_back({0, 0, -2});
  three.tets.push_back({0, 2, 1, 4});
  EXPECT_EQ(repairError(three), "none");
  three.tets.push_back({0, 2, 1, 5});
  EXPECT_THAT(repairError(three), HasSubstr("3 at the same face"));
  TetraMesh beyond = kOne;
  beyond.tets[0][3] = 4;
  EXPECT_THAT(repairError(beyond), HasSubstr("vertex 4 of 4"));
  TetraMesh broken = kOne;
  broken.vertices[1].x = std::nan("");
  EXPECT_THAT(repairError(broken), HasSubstr("coordinate"));
  EXPECT_THAT(repairError({}), HasSubstr("no tetrahedra"));
}

}  // namespace
}  // namespace shoal
