// Scene files with mistakes must be rejected with the place, the key and the way out.
#include "shoal/scene/read/scene_reader.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace shoal {
namespace {

const std::string kHead = "format = 1\n";
const std::string kWater = "[[fluid]]\nname = \"water\"\nfill = { box = [[0,0,0],[1,1,1]] }\n";
const std::string kTank = "[[solid]]\nname = \"tank\"\nmesh = { box = [[0,0,0],[1,1,1]] }\n";

std::string errorOf(const std::string& text) {
  try {
    parseScene(text, "pool.toml");
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

// Shapes that other tests of this program added come last.
TEST(SceneReader, FluidsFillExactlyOneShape) {
  std::string words = "box, sphere, bowl, file";
  for (const FillShapeKind& kind : KindTable<FillShapeKind>::all())
    if (kind.parameters) words += ", " + kind.word;
  EXPECT_EQ(errorOf(kHead + "[[fluid]]\nname = \"water\"\nfill = {}\n"),
            "pool.toml:4:8: fluid[0].fill: needs exactly one of " + words + "; found none");
  EXPECT_EQ(errorOf(kHead + "[[fluid]]\nname = \"w\"\nfill = [{ file = \"a\", sphere = 1 }]\n"),
            "pool.toml:4:9: fluid[0].fill[0]: needs exactly one of " + words + "; found several");
}

TEST(SceneReader, WholeVocabularyIsRead) {
  const Scene s = parseScene(R"(
    format = 1
    title = "pool"
    cite = ["BTT09", "ACAT13"]
    [run]
    until = 2
    write = ["vtp", "bgeo"]
    [world]
    gravity = [0, 0, -1.5]
    domain = [[-1,-1,-1],[2,2,2]]
    [timeStep]
    fixed = 1e-4
    [camera]
    target = [0, 1]
    [[fluid]]
    name = "water"
    density = 900
    fill = [{ box = [[0,0,0],[1,1,1]] }, { sphere = { centre = [0,2,0], radius = 0.5 } }]
    velocity = [1, 0, 0]
    [fluid.wcsph]
    soundSpeed = 40
    [[solid]]
    name = "floor"
    friction = 0.5
    mesh = { plane = { centre = [0,0,0], normal = [0,2,0], size = [3, 4] } }
    [[solid]]
    name = "bunny"
    mesh = { file = { path = "../bunny.obj", scale = 2 } }
  )",
                             "/scenes/a/pool.toml");
  EXPECT_EQ(s.title, "pool");
  EXPECT_EQ(s.cite, (std::vector<std::string>{"BTT09", "ACAT13"}));
  EXPECT_EQ(s.run.until, 2);
  EXPECT_EQ(s.run.write.size(), 2u);
  EXPECT_EQ(s.world.gravity, (Vec3d{0, 0, -1.5}));
  EXPECT_EQ(s.world.domain->lower, (Vec3d{-1, -1, -1}));
  EXPECT_EQ(s.timeStep.fixed, 1e-4);
  EXPECT_EQ(*s.camera.target, (Vec3d{0, 1, 0}));
  EXPECT_FALSE(s.camera.position);
  ASSERT_EQ(s.fluids.size(), 1u);
  EXPECT_EQ(s.fluids[0].material.density, 900);
  EXPECT_EQ(s.fluids[0].solving.wcsph.soundSpeed, 40);
  ASSERT_EQ(s.fluids[0].fill.size(), 2u);
  EXPECT_EQ(s.fluids[0].fill[1].sphere->radius, 0.5);
  EXPECT_EQ(s.fluids[0].velocity[0].text, "1");
  ASSERT_EQ(s.solids.size(), 2u);
  EXPECT_EQ(s.solids[0].mesh.plane->size[1], 4);
  EXPECT_EQ(s.solids[1].mesh.file->path, "/scenes/bunny.obj");
  EXPECT_EQ(s.solids[1].mesh.file->scale, 2);
}

TEST(SceneReader, PartMayBeGivenByItsFirstRequiredValueAlone) {
  const Scene s =
      parseScene(kHead + "[[solid]]\nname=\"a\"\nmesh={file=\"/m/a.obj\"}\n" + kTank, "pool.toml");
  EXPECT_EQ(s.solids[0].mesh.file->path, "/m/a.obj");
  EXPECT_EQ(s.solids[1].mesh.box->corners.upper, (Vec3d{1, 1, 1}));
}

TEST(SceneReader, FlatBoxesCutThePlaneIn2D) {
  const Scene s = parseScene(kHead + "world.dimensions=2\n[[solid]]\nname=\"tank\"\n" +
                                 "mesh={box={corners=[[0,0],[1,2]],open=[\"+y\"]}}\n",
                             "pool.toml");
  EXPECT_LT(s.solids[0].mesh.box->corners.lower.z, 0);
  EXPECT_GT(s.solids[0].mesh.box->corners.upper.z, 0);
}

struct Broken {
  std::string text;
  std::string error;
};

class BrokenScene : public testing::TestWithParam<Broken> {};

TEST_P(BrokenScene, IsRejectedWithPlaceKeyAndRemedy) {
  EXPECT_EQ(errorOf(GetParam().text), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    SceneReader, BrokenScene,
    testing::Values(
        Broken{"title = \"x\"\n", "pool.toml: format: missing: begin the scene with format = 1"},
        Broken{"format = 7\n",
               "pool.toml:1:10: format: 7 is not known; this program reads format 1"},
        Broken{"format = 1.5\n",
               "pool.toml:1:10: format: expected a whole number, found a real number"},
        Broken{kHead + "[wrold]\n", "pool.toml:2:2: wrold: unknown; did you mean \"world\"?"},
        Broken{kHead + kTank + "  fricton = 1\n",
               "pool.toml:5:3: solid[0].fricton: unknown; did you mean \"friction\"?"},
        Broken{kHead + "[world]\nspacing = \"a\"\n",
               "pool.toml:3:11: world.spacing: expected a number, found text"},
        Broken{kHead + "[world]\nspacing = -1\n",
               "pool.toml:3:11: world.spacing: -1 is outside [1e-06, 1000] m"},
        Broken{kHead + "[world]\nspacing = nan\n",
               "pool.toml:3:11: world.spacing: nan is outside [1e-06, 1000] m"},
        Broken{kHead + "[run]\nstatsEvery = 99999999999999\n",
               "pool.toml:3:14: run.statsEvery: 99999999999999 is outside [1, 1000000000] steps"},
        Broken{kHead + "[world]\ndimensions = 2.0\n",
               "pool.toml:3:14: world.dimensions: expected a whole number, found a real number"},
        Broken{kHead + "[world]\ngravity = [0, inf, 0]\n",
               "pool.toml:3:11: world.gravity: the component inf is not a finite number of "
               "sensible size"},
        Broken{kHead + "[world]\ngravity = [0]\n",
               "pool.toml:3:11: world.gravity: expected a list of 2 or 3 numbers, found 1"},
        Broken{kHead + "[world]\ngravity = 9.81\n",
               "pool.toml:3:11: world.gravity: expected a list of 2 or 3 numbers, found a real "
               "number"},
        Broken{kHead + "[world]\nkernel = \"cubic\"\n",
               "pool.toml:3:10: world.kernel: \"cubic\" is not one of automatic, cubic-spline, "
               "wendland-c2, "
               "band-limited"},
        Broken{kHead + "[world]\ndomain = [[0,0,0],[1,-1,1]]\n",
               "pool.toml:3:10: world.domain: the first corner must be below the second along "
               "every axis"},
        Broken{kHead + "[world]\ndomain = [[0,0],[1,1]]\n",
               "pool.toml:3:10: world.domain: corners have three components unless "
               "world.dimensions is 2"},
        Broken{kHead + "world = 3\n",
               "pool.toml:2:9: world: expected a table, found a whole "
               "number"},
        Broken{kHead + "[[fluid]]\nname = \"water\"\n",
               "pool.toml:2:1: fluid[0].fill: missing: give shapes that are full of this fluid at "
               "the start, or an [[emitter]] that it comes from"},
        Broken{kHead + "[[fluid]]\nname = \"water\"\nfill = []\n",
               "pool.toml:4:8: fluid[0].fill: the list is empty"},
        Broken{kHead + "[[fluid]]\nname = \"w\"\nfill = { sphere = { centre = [0,0,0] } }\n",
               "pool.toml:4:19: fluid[0].fill.sphere.radius: missing: Radius."},
        Broken{kHead + kWater + kWater,
               "pool.toml:6:8: fluid[1].name: another part is called \"water\" too"},
        Broken{kHead + "[[solid]]\nname = \"3\"\nmesh = { file = \"a.obj\" }\n",
               "pool.toml:3:8: solid[0].name: \"3\" is not a name of letters, digits, - and _"},
        Broken{kHead + "[[solid]]\nname = \"a.b\"\nmesh = { file = \"a.obj\" }\n",
               "pool.toml:3:8: solid[0].name: \"a.b\" is not a name of letters, digits, - and _"},
        Broken{kHead + "[[solid]]\nname = \"a\\nb\"\nmesh = { file = \"a.obj\" }\n",
               "pool.toml:3:8: solid[0].name: must not contain line breaks or other control "
               "characters"},
        Broken{kHead + "[[solid]]\nname = \"w\"\n"
                       "mesh = { box = { corners = [[0,0,0],[1,1,1]], open = [\"up\"] } }\n",
               "pool.toml:4:54: solid[0].mesh.box.open: \"up\" is not one of -x, +x, -y, +y, -z, "
               "+z"},
        Broken{kHead + "[[solid]]\nname = \"w\"\n"
                       "mesh = { plane = { centre = [0,0,0], normal = [0,0,0], size = [1,1] } }\n",
               "pool.toml:4:47: solid[0].mesh.plane.normal: must not be zero"},
        Broken{kHead + "\"a\\nb\" = 1\n",
               "pool.toml:2:1: a\\x0ab: unknown; known are format, title, cite, program, run, "
               "start, world, timeStep, fluid, solid, rigid, joint, event, force, emitter, inflow, "
               "drain, "
               "outflow, probe, surface, foam, camera"}));

TEST(SceneReader, SyntaxErrorsHaveTheirPlace) {
  EXPECT_EQ(errorOf("format = 1\ntitle = \"a\n").find("pool.toml:2:"), 0u);
  EXPECT_EQ(errorOf("format = 1\nformat = 1\n").find("pool.toml:2:"), 0u);
}

TEST(SceneReader, HostileTextIsAnErrorOfOneLine) {
  std::string deepKey = kHead + "a";
  for (int i = 0; i < 200'000; ++i) deepKey += ".a";
  const std::string hostile[] = {
      deepKey + " = 1\n",
      kHead + "[" + deepKey.substr(kHead.size()) + "]\n",
      kHead + "a = " + std::string(200'000, '['),
      kHead + "title = \"\xff\xfe\"\n",
      kHead + "title = \"\x01\"\n",
      std::string("\0\0\0\0", 4),
      kHead + "x = '''" + std::string(100'000, '.'),
      std::string(5u << 20, ' '),
  };
  for (const std::string& text : hostile) {
    const std::string error = errorOf(text);
    EXPECT_EQ(error.find("pool.toml"), 0u);
    EXPECT_EQ(error.find('\n'), std::string::npos);
    EXPECT_LT(error.size(), 500u);
  }
}

TEST(SceneReader, DotsInTextAndCommentsAreNotNesting) {
  const std::string dots(500, '.');
  EXPECT_EQ(errorOf(kHead + "title = \"" + dots + "\" # " + dots + "\n# [[[" +
                    std::string(99, '[') + "\n"),
            "accepted");
  EXPECT_EQ(errorOf(kHead + "title = \"\"\"a\"b" + dots + "\"\"\"\"\n"), "accepted");
}

TEST(SceneReader, MissingFilesAndFoldersAreErrors) {
  EXPECT_THROW(readScene("/nowhere/pool.toml"), Error);
  EXPECT_THROW(readScene(std::filesystem::temp_directory_path()), Error);
  EXPECT_THROW(readScene("/dev/zero"), Error);
}

TEST(SceneReader, ProbesMeasureOneThingOfWhatIsThere) {
  const std::string start = kHead + kWater + kTank + "[[probe]]\nname = \"p\"\n";
  const auto flat = [&](const std::string& more) { return "world.dimensions = 2\n" + more; };
  const Scene s = parseScene(start + "force = \"tank\"\nevery = 0.1\n", "pool.toml");
  ASSERT_EQ(s.probes.size(), 1u);
  EXPECT_EQ(s.probes[0].quantity.force->solid, "tank");
  EXPECT_EQ(s.probes[0].every, 0.1);
  const std::pair<std::string, std::string> mistakes[] = {
      {"",
       "pool.toml:8:1: probe[0]: needs exactly one of pressure, velocity, height, flow, force, "
       "point, stress, patch; found none"},
      {"pressure = [0, 0, 0]\nvelocity = [0, 0, 0]\n",
       "pool.toml:8:1: probe[0]: needs exactly one of pressure, velocity, height, flow, force, "
       "point, stress, patch; found several"},
      {"force = \"tnak\"\n",
       "pool.toml:10:9: probe[0].force: there is no solid \"tnak\"; did you mean \"tank\"?"},
      {"force = \"water\"\n", "pool.toml:10:9: probe[0].force: there is no solid \"water\""},
      {"preasure = [0, 0, 0]\n",
       "pool.toml:10:1: probe[0].preasure: unknown; did you mean \"pressure\"?"},
      {"flow = { point = [0,0,0], normal = [0,0,0] }\n",
       "pool.toml:10:36: probe[0].flow.normal: must not be zero"},
      {"flow = { normal = [1,0,0] }\n",
       "pool.toml:10:8: probe[0].flow.point: missing: A point of the plane; middle of the "
       "rectangle."},
      {"height = [0, 0, 0]\nevery = -1\n",
       "pool.toml:11:9: probe[0].every: -1 is outside [0, 1000000000] s"},
  };
  for (const auto& [probe, error] : mistakes) EXPECT_EQ(errorOf(start + probe), error);
  EXPECT_NE(errorOf(flat(start + "flow = { point = [0,0], normal = [0,0,1] }\n"))
                .find("probe[0].flow.normal: must not point out of the plane z = 0"),
            std::string::npos);
  EXPECT_NE(
      errorOf(start + "height = [0,0,0]\n" + "[[probe]]\nname = \"tank\"\n" + "height = [0,0,0]\n")
          .find("probe[1].name: another part is called \"tank\" too"),
      std::string::npos);
}

}  // namespace
}  // namespace shoal
