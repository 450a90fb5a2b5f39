// Solids that forces move, from a scene to a world.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/scene/read/parameter_reference.h"
#include "shoal/scene/read/scene_writer.h"
#include "shoal/world/solids/solids.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

using testing::HasSubstr;

Scene sceneOf(const std::string& solids) { return parseScene("format = 1\n" + solids, "s.toml"); }

const std::string kBall =
    "[[solid]]\nname = \"ball\"\nmodel = \"rigid\"\n"
    "mesh = { sphere = { centre = [0, 1, 0], radius = 0.1 } }\n";
const std::string kBeam =
    "[[solid]]\nname = \"beam\"\nmodel = \"fem\"\n"
    "mesh = { box = { corners = [[0, 0, 0], [0.4, 0.1, 0.1]], cell = 0.1 } }\n";
const std::string kSheet =
    "[[solid]]\nname = \"sheet\"\nmodel = \"cloth\"\n"
    "mesh = { plane = { centre = [0, 0, 0], size = [0.4, 0.2], cell = 0.1 } }\n";

// What is wrong with a scene, said by whoever finds it; "" if nothing is.
std::string faultOf(const std::string& solids) {
  try {
    makeWorld(sceneOf(solids));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

void advanceTo(World& world, double time) {
  while (world.time() < time) world.step(time);
}

}  // namespace

TEST(SolidScene, KeysOfTheModelMayStandAtTheLevelOfTheSolid) {
  const Scene flat = sceneOf(kBeam + "young = 2e5\ndensity = 1100\n");
  const Scene nested = sceneOf(kBeam + "fem = { young = 2e5, density = 1100 }\n");
  EXPECT_EQ(flat, nested);
  EXPECT_EQ(flat.solids[0].fem->material.young, 2e5);
  EXPECT_FALSE(flat == sceneOf(kBeam + "young = 3e5\ndensity = 1100\n"));
}

TEST(SolidScene, JointsHaveLimitsMotorsAndLockedAxes) {
  const std::string slider =
      "[[joint]]\nkind = \"slider\"\nbody = \"ball\"\npoint = [0, 1, 0]\naxis = [0, 1, 0]\n";
  const std::string limits = slider + "limits = { range = [-0.3, 0.1] }\n";
  const std::string motor = slider + "motor = { speed = 0.5, force = 1e4 }\n";
  const std::string locked =
      "[[joint]]\nkind = \"axes\"\nbody = \"ball\"\nlocked = [\"y\", \"rx\", \"rz\"]\n";
  const auto heightAfter = [](const std::string& joint) {
    const Scene scene = sceneOf(kBall + joint);
    EXPECT_EQ(parseScene(writeScene(scene), "s.toml"), scene);
    const auto world = makeWorld(scene);
    advanceTo(*world, 1);
    return world->solids()->findRigid("ball").centre().y;
  };
  EXPECT_LT(heightAfter(slider), -3);
  EXPECT_NEAR(heightAfter(limits), 0.7, 1e-3);
  EXPECT_NEAR(heightAfter(motor), 1.5, 1e-2);
  EXPECT_NEAR(heightAfter(locked), 1, 1e-3);
  EXPECT_THAT(faultOf(kBall + locked + "motor = { speed = 1, force = 1 }\n"),
              HasSubstr("hinges and sliders"));
}

TEST(SolidScene, WrittenSceneReadsBackTheSame) {
  const Scene scene = sceneOf(
      kBall + "mass = 3\nspin = [0, 1, 0]\nrotation = [0, 30, 0]\ncontact = { friction = 0.1 }\n" +
      kBeam + "young = 2e5\n" + kSheet + "thickness = 2e-3\n" +
      "[[joint]]\nkind = \"ball\"\nbody = \"ball\"\npoint = [0, 2, 0]\n"
      "[[event]]\nat = 0.5\npull = { solid = \"beam\", point = [0.4, 0, 0], to = [1, 0, 0] }\n"
      "[[event]]\nrelease = { solid = \"beam\" }\n");
  EXPECT_EQ(parseScene(writeScene(scene), "s.toml"), scene);
}

TEST(SolidScene, ReferenceListsTheKeys) {
  const std::string page = parameterReference();
  for (const char* key : {"`rigid.density`", "`fem.young`", "`fem.integrator`", "`cloth.thickness`",
                          "`contact.friction`", "`mesh.pool.wall`", "`[[joint]]`", "`[[event]]`",
                          "`pull.stiffness`", "`position`"})
    EXPECT_THAT(page, HasSubstr(key));
}

TEST(SolidScene, FaultsAreNamedInOneLine) {
  EXPECT_EQ(faultOf(kBall + kBeam + kSheet), "");
  const std::vector<std::pair<std::string, std::string>> faults{
      {kBeam + "yuong = 1\n", "did you mean \"young\"?"},
      {kBall + "young = 1e5\n", "solid[0].young: unknown"},
      {kBeam + "young = 1\nfem = { young = 2 }\n", "given twice"},
      {kBeam + "young = -1\n", "outside"},
      {kBall + "cloth = {}\n",
       "solid[0].cloth: is of no use to a rigid solid; say model = \"cloth\""},
      {kBall + "coupling = \"none\"\nforcing = {}\n",
       "solid[0].forcing: is of no use with coupling = \"none\"; say \"direct-forcing\""},
      {"[[solid]]\nname = \"a\"\nmodel = \"fm\"\nyoung = 1e5\n"
       "mesh = { box = [[0, 0, 0], [1, 1, 1]] }\n",
       "did you mean \"fem\"?"},
      {"[[solid]]\nname = \"a\"\nmodel = \"rigid\"\n"
       "mesh = { plane = { centre = [0, 0, 0], size = [1, 1] } }\n",
       "needs a closed surface"},
      {"[[solid]]\nname = \"a\"\nmodel = \"fem\"\n"
       "mesh = { sphere = { centre = [0, 0, 0], radius = 1 } }\n",
       "cannot be cut into tetrahedra"},
      {"[[solid]]\nname = \"a\"\nmodel = \"fem\"\n"
       "mesh = { box = { corners = [[0, 0, 0], [1, 1, 1]], cell = 1e-6 } }\n",
       "too many"},
      {"[[solid]]\nname = \"a\"\nmodel = \"cloth\"\n"
       "mesh = { plane = { centre = [0, 0, 0], size = [1, 1], cell = 1e-9 } }\n",
       "choose larger ones"},
      {"[[solid]]\nname = \"particles\"\nmesh = { box = [[0, 0, 0], [1, 1, 1]] }\n",
       "what frames of fluid are called"},
      {kBall + "[[joint]]\nbody = \"bal\"\n", "did you mean \"ball\"?"},
      {kBall + "[[event]]\npin = { solid = \"ball\", box = [[0, 0, 0], [1, 1, 1]] }\n",
       "no fem, cloth solid"},
      {kBeam + "[[event]]\npin = { solid = \"beam\", box = [[5, 5, 5], [6, 6, 6]] }\n",
       "holds no vertex"},
      {kBeam + "[[event]]\nat = 1\n", "needs exactly one of"},
      {kBeam + "plane = \"stress\"\n", "is for two dimensions"},
      {"world.dimensions = 2\n" + kSheet, "needs world.dimensions = 3"},
  };
  for (const auto& [scene, what] : faults) {
    EXPECT_THAT(faultOf(scene), HasSubstr(what)) << scene;
    EXPECT_EQ(faultOf(scene).find('\n'), std::string::npos);
  }
}

TEST(SolidScene, SolidsStartWhereTheyAreSaidTo) {
  const auto world =
      makeWorld(sceneOf("[world]\ngravity = [0, 0, 0]\n" + kBeam +
                        "position = [1, 2, 3]\nrotation = [0, 0, 90]\nvelocity = [0, 0, 2]\n"));
  const Body& beam = *world->solids()->deforming().at(0);
  Box3d around;
  for (const Vec3d& x : beam.surface().x) around.extend(x);
  EXPECT_NEAR(length(around.centre() - Vec3d{1, 2, 3}), 0, 1e-12);
  EXPECT_NEAR(length(around.size() - Vec3d{0.1, 0.4, 0.1}), 0, 1e-12);
  advanceTo(*world, 0.5);
  EXPECT_NEAR(beam.totals().centre.z, 4, 1e-6);
}

TEST(SolidScene, ABodyFallsAsFarAsGalileoSays) {
  const auto world = makeWorld(sceneOf(kBall));
  advanceTo(*world, 0.5);
  EXPECT_NEAR(world->ledger().solids.centre.y, 1 - 9.81 / 8, 1e-9);
  EXPECT_NEAR(world->ledger().solids.momentum.y, -9.81 * 0.5 * world->ledger().solids.mass, 1e-6);
}

TEST(SolidScene, TenBoxesStand) {
  const auto world = makeWorld(projectScene("examples/stack"));
  std::vector<Vec3d> start;
  for (const RigidBody* box : world->solids()->rigid()) start.push_back(box->centre());
  ASSERT_EQ(start.size(), 10u);
  advanceTo(*world, 2);
  constexpr double kGives = 2e-4;  // m, that a contact under load may
  for (std::size_t i = 0; i < start.size(); ++i)
    EXPECT_LT(length(world->solids()->rigid()[i]->centre() - start[i]), double(i + 1) * kGives)
        << i;
}

TEST(SolidScene, APinHoldsUntilItIsReleased) {
  const auto world = makeWorld(sceneOf(
      kBeam +
      "young = 1e7\n[[event]]\npin = { solid = \"beam\", box = [[-1, -1, -1], [0.01, 1, 1]] }\n"
      "[[event]]\nat = 0.503\nrelease = { solid = \"beam\" }\n"));
  const Body& beam = *world->solids()->deforming().at(0);
  advanceTo(*world, 0.5);
  EXPECT_GT(beam.totals().centre.y, 0);
  advanceTo(*world, 1.003);
  EXPECT_NEAR(beam.totals().centre.y, 0.05 - 9.81 / 8, 0.05);
}

TEST(SolidScene, APulledSolidGoesToTheHand) {
  const std::string pull =
      "[[event]]\nat = 0.1\npull = { solid = \"{}\", point = [0, 1, 0], to = [0.3, 1, 0], over = "
      "0.2, stiffness = 300 }\n";
  const Scene scene =
      sceneOf("[world]\ngravity = [0, 0, 0]\n" + kBall + "linearDamping = 5\nangularDamping = 5\n" +
              std::string(pull).replace(pull.find("{}"), 2, "ball"));
  const auto world = makeWorld(scene);
  advanceTo(*world, 0.1);
  EXPECT_EQ(world->solids()->rigid()[0]->centre().x, 0);
  advanceTo(*world, 3);
  EXPECT_NEAR(world->solids()->rigid()[0]->centre().x, 0.3, 1e-3);
}

TEST(SolidScene, ClothRestsOnAMovingFloor) {
  const auto world =
      makeWorld(sceneOf("[[solid]]\nname = \"lift\"\nmodel = \"kinematic\"\n"
                        "mesh = { box = [[-1, -0.3, -1], [1, -0.1, 1]] }\nmotion = { translate = "
                        "[0, \"0.2*t\", 0] }\n" +
                        kSheet));
  advanceTo(*world, 1);
  for (const Vec3d& x : world->solids()->deforming().at(0)->surface().x)
    EXPECT_NEAR(x.y, 0.1, 5e-3);
}

TEST(SolidScene, FluidMakesRoomForWhatStandsInIt) {
  const std::string scene = R"toml(
    [world]
    spacing = 0.05
    [[fluid]]
    name = "water"
    fill = { box = [[0, 0, 0], [1, 1, 1]] }
    [[solid]]
    name = "crate"
    model = "rigid"
    mesh = { box = [[0.4, 0.4, 0.4], [0.6, 0.6, 0.6]] }
  )toml";
  const Box3d crate{{0.4, 0.4, 0.4}, {0.6, 0.6, 0.6}};
  const auto inside = [&](const Assembly& assembly) {
    return std::count_if(assembly.fluid.positions.begin(), assembly.fluid.positions.end(),
                         [&](const Vec3f& x) { return crate.contains(Vec3d(x)); });
  };
  EXPECT_EQ(inside(assemble(sceneOf(scene))), 0);
  EXPECT_EQ(inside(assemble(sceneOf(scene + "coupling = \"none\"\n"))), 4 * 4 * 4);
  EXPECT_EQ(assemble(sceneOf(scene)).fluid.positions.size(), 20u * 20 * 20 - 4 * 4 * 4);
}

}  // namespace shoal
