#include "shoal/bodies/cloth/sheet_mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/bodies/cloth/sheet_topology.h"
#include "test_sheets.h"

namespace shoal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(SheetMesh, SoundMeshesKeepTheirNumbers) {
  const TriangleMesh mesh = makeSheet(1, 1, 4, 3);
  const SheetMesh sheet = repairSheet(mesh);
  EXPECT_TRUE(sheet.repairs.empty());
  EXPECT_EQ(sheet.mesh.vertices, mesh.vertices);
  EXPECT_EQ(sheet.mesh.triangles, mesh.triangles);
}

TEST(SheetMesh, WhatDoesNoHarmIsRepairedAndSaid) {
  TriangleMesh mesh = makeSheet(1, 1, 2, 2);
  mesh.vertices.push_back({5, 5, 5});           // unused
  mesh.triangles.push_back({0, 1, 2});          // on a line
  mesh.triangles.push_back({0, 0, 4});          // on an edge
  mesh.triangles.push_back(mesh.triangles[0]);  // again
  mesh.triangles.push_back({mesh.triangles[1][1], mesh.triangles[1][0], mesh.triangles[1][2]});
  const SheetMesh sheet = repairSheet(mesh);
  EXPECT_THAT(sheet.repairs,
              ElementsAre(HasSubstr("1 vertices left out"), HasSubstr("2 triangles without area"),
                          HasSubstr("2 triangles left out that repeat")));
  EXPECT_EQ(sheet.mesh.triangles.size(), 8u);
  EXPECT_EQ(sheet.mesh.vertices.size(), 9u);
}

TEST(SheetMesh, SeamsBetweenEqualPlacesAreClosed) {
  TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}},
                    {{0, 2, 1}, {3, 4, 5}}};
  const SheetMesh sheet = repairSheet(mesh);
  EXPECT_EQ(sheet.mesh.vertices.size(), 4u);
  EXPECT_EQ(sheet.repairs.size(), 1u);
  EXPECT_EQ(sheetTopology(sheet.mesh.triangles, 4).edges.size(), 5u);
}

TEST(SheetMesh, PartsThatTouchInAPointAreParted) {
  const TriangleMesh bowTie{{{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {-1, 0, 0}, {-1, 0, 1}},
                            {{0, 1, 2}, {0, 3, 4}}};
  const SheetMesh sheet = repairSheet(bowTie);
  EXPECT_EQ(sheet.mesh.vertices.size(), 6u);
  EXPECT_THAT(sheet.repairs, ElementsAre(HasSubstr("split")));
  EXPECT_EQ(sheetTopology(sheet.mesh.triangles, 6).parts.size(), 2u);
}

TEST(SheetMesh, DisconnectedPartsStayInOneCloth) {
  TriangleMesh mesh = makeSheet(1, 1, 2, 2);
  const auto count = static_cast<std::uint32_t>(mesh.vertices.size());
  for (std::uint32_t v = 0; v < count; ++v)
    mesh.vertices.push_back(mesh.vertices[v] + Vec3d{0, 1, 0});
  for (std::size_t t = 0; t < 8; ++t) {
    const auto [a, b, c] = mesh.triangles[t];
    mesh.triangles.push_back({a + count, b + count, c + count});
  }
  const SheetMesh sheet = repairSheet(mesh);
  EXPECT_TRUE(sheet.repairs.empty());
  EXPECT_EQ(sheetTopology(sheet.mesh.triangles, std::size_t{2} * count).parts.size(), 2u);
}

std::string refusal(const TriangleMesh& mesh) {
  try {
    const Cloth cloth("flag", mesh, {});
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SheetMesh, BranchesAreRefusedWithTheirPlace) {
  const TriangleMesh branch{{{0, 0, 0}, {2, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, -1, 0}},
                            {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}}};
  EXPECT_THAT(refusal(branch), HasSubstr("flag: cloth cannot branch"));
  EXPECT_THAT(refusal(branch), HasSubstr("(1, 0, 0)"));
}

TEST(SheetMesh, BrokenMeshesAreErrors) {
  EXPECT_THAT(refusal({}), HasSubstr("flag: "));
  EXPECT_THAT(refusal({{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}}}),
              HasSubstr("no triangle with an area"));
  EXPECT_NE(refusal({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 7}}}), "accepted");
  EXPECT_NE(refusal({{{0, 0, 0}, {NAN, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}), "accepted");
  ClothParams params;
  params.young = -1;
  EXPECT_THROW(Cloth("flag", makeSheet(1, 1, 1, 1), params), Error);
}

}  // namespace
}  // namespace shoal
