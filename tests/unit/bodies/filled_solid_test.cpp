// Fem solids that are the inside of a surface, as scenes say it.
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/world/solids/solids.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

using testing::HasSubstr;

Scene sceneOf(const std::string& mesh, const std::string& model = "fem") {
  return parseScene(fmt::format("format = 1\n[[solid]]\nname = \"a\"\nmodel = \"{}\"\n"
                                "mesh = {{ {} }}\n",
                                model, mesh),
                    "s.toml");
}

double massOf(const std::string& surface, double size) {
  const Scene scene = sceneOf(fmt::format("surface = {{ {} }}, size = {}", surface, size));
  return makeWorld(scene)->solids()->totals().mass;
}

std::string faultOf(const std::string& mesh, const std::string& model = "fem") {
  try {
    makeWorld(sceneOf(mesh, model));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

const std::string kBall = "sphere = { centre = [0, 0, 0], radius = 0.1 }";

TEST(FilledSolid, HasTheMassOfItsShape) {
  const double density = FemParams{}.material.density;
  EXPECT_NEAR(massOf(kBall, 0.04) / density, 4 * std::numbers::pi / 3 * 1e-3, 0.02 * 4.2e-3);
  EXPECT_NEAR(massOf("box = [[0, 0, 0], [1, 0.5, 0.5]]", 0.125) / density, 0.25, 1e-6);
  const double ring = 2 * sq(std::numbers::pi) * 0.3 * sq(0.1);
  EXPECT_NEAR(massOf("torus = { centre = [0, 0, 0], ring = 0.3, tube = 0.1 }", 0.06) / density,
              ring, 0.02 * ring);
}

TEST(FilledSolid, KeysMayStandInATableOfTheirOwn) {
  const std::string keys = "surface = { " + kBall + " }, size = 0.04, grading = 1.5";
  EXPECT_EQ(sceneOf(keys), sceneOf("inside = { " + keys + " }"));
  EXPECT_EQ(sceneOf(keys).solids[0].mesh.inside->grading, 1.5);
}

TEST(FilledSolid, FaultsAreNamed) {
  const std::string surface = "surface = { " + kBall + " }";
  EXPECT_THAT(faultOf(surface), HasSubstr("size"));
  EXPECT_THAT(faultOf(surface + ", size = 0.05, grading = 3"), HasSubstr("outside"));
  EXPECT_THAT(faultOf(surface + ", sise = 0.05"), HasSubstr("did you mean \"size\"?"));
  EXPECT_THAT(faultOf(surface + ", size = 0.5"), HasSubstr("lower size"));
  EXPECT_THAT(faultOf(surface + ", size = 1e-5"), HasSubstr("raise size"));
  EXPECT_THAT(faultOf(surface + ", size = 0.05", "rigid"), HasSubstr("only a fem solid"));
  EXPECT_THAT(faultOf(kBall), HasSubstr("surface = ..., size = ..."));
  EXPECT_THAT(faultOf("surface = { torus = { centre = [0, 0, 0], ring = 1, tube = 2 } }, size = 1"),
              HasSubstr("has no hole"));
}

}  // namespace
}  // namespace shoal
