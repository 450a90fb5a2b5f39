// Cuts by blades in scenes, and spring attachments to solids that are cut.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/bodies/cloth/cloth.h"
#include "shoal/scene/read/scene_writer.h"
#include "shoal/world/solids/solids.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

using testing::HasSubstr;

Scene sceneOf(const std::string& text) { return parseScene("format = 1\n" + text, "s.toml"); }

const std::string kBar =
    "[[solid]]\nname = \"bar\"\nmodel = \"fem\"\ndensity = 1000\nyoung = 1e6\n"
    "mesh = { box = { corners = [[0, 0, 0], [0.4, 0.1, 0.1]], cell = 0.05 } }\n";
const std::string kSheet =
    "[[solid]]\nname = \"sheet\"\nmodel = \"cloth\"\n"
    "mesh = { plane = { centre = [0, 0, 0], size = [0.4, 0.4], cell = 0.05 } }\n";

std::string cutOf(const std::string& solid, double x, const std::string& over) {
  return fmt::format(
      "[[event]]\nat = 0.02\ncut = {{ solid = \"{}\", from = [[{}, -0.5, -0.5], [{}, 0.5, -0.5]], "
      "to = [[{}, -0.5, 0.5], [{}, 0.5, 0.5]], over = {} }}\n",
      solid, x, x, x, x, over);
}

void advanceTo(World& world, double time) {
  while (world.time() < time) world.step(time);
}

}  // namespace

TEST(SolidCut, BarThatIsCutAcrossIsTwoBodiesOfTheRightMass) {
  for (const std::string over : {"0", "0.1"}) {
    const auto world = makeWorld(sceneOf(kBar + cutOf("bar", 0.1, over)));
    const double mass = world->solids()->totals().mass;
    EXPECT_NEAR(mass, 4, 1e-9);
    EXPECT_EQ(world->solids()->deforming().size(), 1u);
    advanceTo(*world, 0.2);
    const auto parts = world->solids()->deforming();
    ASSERT_EQ(parts.size(), 2u) << over;
    EXPECT_NEAR(parts[0]->totals().mass, 3, 0.3);
    EXPECT_NEAR(parts[1]->totals().mass, 1, 0.3);
    EXPECT_NEAR(world->solids()->totals().mass, mass, 1e-9);
    EXPECT_NEAR(world->solids()->totals().momentum.y, -9.81 * 0.2 * mass, 1e-3);
  }
}

TEST(SolidCut, SheetThatIsCutWhileItFallsIsTwoParts) {
  const auto world = makeWorld(sceneOf(kSheet + cutOf("sheet", 0.0333, "0.1")));
  const double mass = world->solids()->totals().mass;
  advanceTo(*world, 0.2);
  const auto* sheet = dynamic_cast<const Cloth*>(world->solids()->deforming().at(0));
  EXPECT_EQ(sheet->topology().parts.size(), 2u);
  EXPECT_NEAR(sheet->totals().mass, mass, 1e-12);
  EXPECT_NEAR(sheet->totals().momentum.y, -9.81 * 0.2 * mass, 1e-6 * mass);
}

TEST(SolidCut, RigidSolidIsRefusedInOneLine) {
  const std::string ball =
      "[[solid]]\nname = \"ball\"\nmodel = \"rigid\"\n"
      "mesh = { sphere = { centre = [0, 0, 0], radius = 0.1 } }\n";
  try {
    makeWorld(sceneOf(ball + cutOf("ball", 0, "0")));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("event[0].cut.solid: there is no fem, cloth solid"));
    EXPECT_THAT(error.what(), testing::Not(HasSubstr("\n")));
  }
  EXPECT_THROW(sceneOf(kBar + "[[event]]\ncut = { solid = \"bar\", from = [[0, 0, 0]], to = 1 }\n"),
               Error);
}

TEST(SolidCut, WrittenSceneReadsBackTheSame) {
  const Scene scene = sceneOf(kBar + cutOf("bar", 0.1, "0.1"));
  EXPECT_EQ(parseScene(writeScene(scene), "s.toml"), scene);
}

TEST(SolidCut, PinHoldsItsPartAndTheOtherFalls) {
  const auto world = makeWorld(
      sceneOf(kBar + "[[event]]\npin = { solid = \"bar\", box = [[-1, -1, -1], [0.01, 1, 1]] }\n" +
              cutOf("bar", 0.1, "0")));
  advanceTo(*world, 0.5);
  const auto parts = world->solids()->deforming();
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_LT(parts[0]->totals().centre.y, -0.8);
  EXPECT_NEAR(parts[1]->totals().centre.y, 0.05, 0.02);
}

// The spring is attached to the far end, which is the smaller part and gets new numbers.
TEST(SolidCut, HandKeepsWhatItHoldsThroughACut) {
  const std::string pull =
      "[[event]]\npull = { solid = \"bar\", point = [0, 0.05, 0.05], to = [0, 0.05, 0.05], "
      "radius = 0.08, stiffness = 2000 }\n";
  const auto world = makeWorld(sceneOf(kBar + pull + cutOf("bar", 0.1, "0")));
  advanceTo(*world, 0.5);
  const auto parts = world->solids()->deforming();
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_LT(parts[0]->totals().centre.y, -0.8);  // falls
  EXPECT_GT(parts[1]->totals().centre.y, -0.1);  // hangs from the spring
}

TEST(SolidCut, CutGoesOnFromACheckpoint) {
  const std::string pull =
      "[[event]]\npull = { solid = \"bar\", point = [0, 0.05, 0.05], to = [0, 0.05, 0.05], "
      "radius = 0.08, stiffness = 2000 }\n";
  const Scene scene = sceneOf(kBar + kSheet + "position = [0.0333, 1, 0]\n" + pull +
                              cutOf("bar", 0.1, "0.1") + cutOf("sheet", 0, "0.1"));
  const auto setup = assemble(scene).solids;
  Solids solids(*setup, scene.world), others(*setup, scene.world);
  const auto go = [](Solids& all, double from, double until) {
    constexpr double kStep = 1e-3;
    for (double t = from; t < until - kStep / 2; t += kStep) all.advance(t, kStep);
  };
  for (const double at : {0.07, 0.15}) {
    go(solids, at == 0.07 ? 0 : 0.07, at);
    others.restore(solids.state());
    EXPECT_EQ(others.state(), solids.state());
  }
  go(solids, 0.15, 0.2);
  go(others, 0.15, 0.2);
  EXPECT_EQ(others.state(), solids.state());
  EXPECT_EQ(others.deforming().size(), 3u);
}

}  // namespace shoal
