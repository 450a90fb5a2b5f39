// Triangles and hinges in lanes: every width gives the bits of the formulas for one.
#include <random>

#include <gtest/gtest.h>

#include "shoal/bodies/cloth/sheet_groups.h"
#include "test_sheets.h"

namespace shoal {
namespace {

// A crumpled sheet: stretched, compressed and folded, with one triangle crushed to a line.
struct Crumpled {
  TriangleMesh mesh = makeSheet(0.3, 0.2, 7, 5, true);  // 70 triangles: the last group is not full
  std::vector<RestTriangle> rest;
  SheetModuli moduli;
  std::vector<Vec3d> x;

  Crumpled() {
    ClothParams params;
    params.shear = 2e5;
    moduli = sheetModuli(params);
    for (const Triangle& t : mesh.triangles)
      rest.push_back(restTriangle({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]},
                                  params.weave, params.thickness));
    std::mt19937 dice(5);
    std::uniform_real_distribution<double> some(-0.04, 0.04);
    for (const Vec3d& p : mesh.vertices) x.push_back(p + Vec3d{some(dice), some(dice), some(dice)});
    const auto& [a, b, c] = mesh.triangles[11];
    x[c] = 0.5 * (x[a] + x[b]);
  }
};

TEST(ClothLanes, TrianglesRespondAsOneByOne) {
  const Crumpled sheet;
  const auto& triangles = sheet.mesh.triangles;
  ASSERT_NE(triangles.size() % kArrayLanes, 0u);
  const TriangleGroups groups(triangles, sheet.rest);
  std::vector<TriangleResponse> responses(triangles.size());
  for (std::size_t g = 0; g < groups.size(); ++g)
    respondInGroup(groups, g, sheet.moduli, sheet.x, responses);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto& [a, b, c] = triangles[t];
    const TriangleResponse one =
        respond(sheet.rest[t], sheet.moduli, {sheet.x[a], sheet.x[b], sheet.x[c]});
    EXPECT_EQ(responses[t].force, one.force) << t;
    EXPECT_EQ(responses[t].K, one.K) << t;
  }
}

TEST(ClothLanes, HingesBendAsOneByOne) {
  const Crumpled sheet;
  const SheetTopology topology = sheetTopology(sheet.mesh.triangles, sheet.x.size());
  const HingeGroups groups(topology.edges);
  ASSERT_NE(groups.edge.size() % kArrayLanes, 0u);
  std::vector<HingeAngle> hinges(topology.edges.size());
  for (std::size_t g = 0; g < groups.size(); ++g) measureGroup(groups, g, sheet.x, hinges);
  std::size_t count = 0;
  for (std::size_t e = 0; e < hinges.size(); ++e) {
    const SheetEdge& edge = topology.edges[e];
    if (!edge.isHinge()) {
      EXPECT_EQ(hinges[e].angle, 0) << e;
      continue;
    }
    const HingeAngle one =
        hingeAngle(sheet.x[edge.a], sheet.x[edge.b], sheet.x[edge.apex[0]], sheet.x[edge.apex[1]]);
    EXPECT_EQ(hinges[e].angle, one.angle) << e;
    EXPECT_EQ(hinges[e].gradient, one.gradient) << e;
    ++count;
  }
  EXPECT_EQ(count, groups.edge.size());
}

}  // namespace
}  // namespace shoal
