// Shapes that a program adds to the library, as scenes use them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/parameter_difference.h"
#include "shoal/geometry/sampling/fill.h"
#include "shoal/scene/assemble/solid_geometry.h"
#include "shoal/scene/read/parameter_reference.h"
#include "shoal/scene/read/scene_writer.h"
#include "support/scene_world.h"

namespace shoal {

// A lattice of which every other column is left out.
struct TestComb {
  Box3d corners;
  bool odd = false;
};

template <>
struct Describe<TestComb> {
  static Entries entries() {
    using P = TestComb;
    return {Required{Corners{"corners", &P::corners, "m", "Two opposite corners."}},
            Flag{"odd", &P::odd, "Whether the odd columns are left, not the even ones."}};
  }
};

struct TestTile {
  Vec3d centre;     // m
  double side = 1;  // m
};

template <>
struct Describe<TestTile> {
  static Entries entries() {
    using P = TestTile;
    return {Required{Vector{"centre", &P::centre, "m", "Its centre."}},
            Param{"side", &P::side, 1e-9, 1e6, "m", "Its side."}};
  }
};

namespace {

using testing::HasSubstr;

FillVolume combVolume(const TestComb& comb) {
  return {.bounds = comb.corners,
          .points =
              [=](const WorldParams& world) {
                std::vector<Vec3d> points = fillBox(comb.corners, world.spacing, world.dimensions);
                std::erase_if(points, [&](const Vec3d& x) {
                  const auto column = int((x.x - comb.corners.lower.x) / world.spacing);
                  return (column % 2 == 1) != comb.odd;
                });
                return points;
              },
          .estimate = [](const WorldParams&) { return 7.0; }};
}

SolidShape tileShape(const TestTile& tile) {
  return {.surface = [=](double) {
    return makePlane(tile.centre, {0, 1, 0}, tile.side, tile.side);
  }};
}

void addShapes() {
  static const bool once = [] {
    KindTable<FillShapeKind>::add({"testComb", "Every other column.", combVolume});
    KindTable<SolidShapeKind>::add({"testTile", "A square.", tileShape});
    return true;
  }();
  static_cast<void>(once);
}

Scene fluidScene(const std::string& fill, const std::vector<std::string>& assignments = {}) {
  addShapes();
  return parseScene(
      "format = 1\nworld = { dimensions = 2, spacing = 0.1 }\n[[fluid]]\nname = \"water\"\n"
      "fill = " +
          fill + "\n",
      "comb.toml", assignments);
}

const std::string kComb = "{ testComb = { corners = [[0, 0], [0.5, 0.2]], odd = true } }";

TEST(AddedFillShape, HasTheParticlesOfItsParameters) {
  EXPECT_EQ(assemble(fluidScene(kComb)).fluid.positions.size(), 4u);
  EXPECT_EQ(
      assemble(fluidScene(kComb, {"fluid.water.fill.testComb.odd=false"})).fluid.positions.size(),
      6u);
  // By the value of its first key alone, in a list with others.
  const Scene two =
      fluidScene("[{ testComb = [[0, 0], [0.5, 0.2]] }, { box = [[1, 1], [1.2, 1.1]] }]");
  EXPECT_EQ(assemble(two).fluid.positions.size(), 8u);
  EXPECT_EQ(estimateParticles(two).fluid, 9);
}

TEST(AddedFillShape, IsWrittenComparedAndExplained) {
  const Scene comb = fluidScene(kComb), box = fluidScene("{ box = [[0, 0], [1, 1]] }");
  EXPECT_THAT(writeScene(comb),
              HasSubstr("\nfill = [{ testComb = { corners = [[0, 0, -0.5], [0.5, 0.2, 0.5]], "
                        "odd = true } }]\n"));
  EXPECT_EQ(firstDifference(comb, parseScene(writeScene(comb), "comb.toml")).value_or(""), "");
  EXPECT_EQ(firstDifference(comb, fluidScene(kComb, {"fluid.water.fill.testComb.odd=false"}))
                .value_or(""),
            "fluid[0].fill[0].testComb.odd");
  EXPECT_NE(firstDifference(comb, box), std::nullopt);
  EXPECT_THAT(parameterReference(),
              HasSubstr("| `fill.testComb` |  |  | left out | Every other column. |\n"
                        "| `fill.testComb.corners` | m |  | required | Two opposite corners. |\n"));
}

TEST(AddedFillShape, ThatIsNotThereIsAnError) {
  const auto errorOf = [](const std::string& fill) -> std::string {
    try {
      fluidScene(fill);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(errorOf("{ testCmob = [[0, 0], [1, 1]] }"),
            "comb.toml:5:10: fluid[0].fill.testCmob: unknown; did you mean \"testComb\"?");
  EXPECT_THAT(errorOf("{ testComb = { odd = true } }"),
              HasSubstr("fluid[0].fill.testComb.corners: missing"));
  EXPECT_THAT(errorOf("{ testComb = [[0, 0], [1, 1]], box = [[0, 0], [1, 1]] }"),
              HasSubstr("needs exactly one of box, sphere, bowl, file, testComb; found several"));
}

TEST(AddedSolidShape, IsMadeWrittenAndExplained) {
  addShapes();
  const Scene scene = parseScene(
      "format = 1\n[[solid]]\nname = \"floor\"\nmesh = { testTile = { centre = [1, 0, 0], "
      "side = 4 } }\n",
      "tile.toml");
  const Box3d bounds = surfaceMesh(scene.solids[0], 0.1).mesh.bounds();
  EXPECT_EQ(bounds.size().x, 4);
  EXPECT_EQ(bounds.centre().x, 1);
  EXPECT_EQ(firstDifference(scene, parseScene(writeScene(scene), "tile.toml")).value_or(""), "");
  EXPECT_THAT(parameterReference(),
              HasSubstr("| `mesh.testTile` |  |  | left out | A square. |\n"));
}

TEST(AddedShapes, TakeNoWordThatIsThere) {
  EXPECT_THROW(KindTable<FillShapeKind>::add({"box", "Another one.", combVolume}), Error);
  EXPECT_THROW(KindTable<SolidShapeKind>::add({"duck", "Another one.", tileShape}), Error);
}

// No word of the description is without a row in the table.
TEST(Shapes, TablesHaveEveryShapeThatScenesKnow) {
  addShapes();
  EXPECT_EQ(KindTable<FillShapeKind>::words(), parametersOf<FillShape>().names());
  EXPECT_EQ(KindTable<SolidShapeKind>::words(), parametersOf<MeshShape>().names());
}

}  // namespace
}  // namespace shoal
