// "--set key=value" on the command line.
#include <gtest/gtest.h>

#include "shoal/scene/read/scene_reader.h"

namespace shoal {
namespace {

const char* const kScene = R"(format = 1
[[fluid]]
name = "water"
fill = { box = [[0,0,0],[1,1,1]] }
[[fluid]]
name = "oil"
fill = { sphere = { centre = [0,3,0], radius = 1 } }
[[solid]]
name = "tank"
mesh = { box = { corners = [[0,0,0],[1,1,1]], open = ["+y"] } }
)";

Scene set(const std::vector<std::string>& assignments) {
  return parseScene(kScene, "pool.toml", assignments);
}

std::string errorOf(const std::string& assignment) {
  try {
    set({assignment});
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Assignment, ReachesTablesThatTheSceneHasNot) {
  EXPECT_EQ(set({"world.spacing=0.01"}).world.spacing, 0.01);
  EXPECT_EQ(set({"timeStep.fixed = 1e-4"}).timeStep.fixed, 1e-4);
}

TEST(Assignment, ChoosesPartsByNameOrNumber) {
  EXPECT_EQ(set({"fluid.oil.density=900"}).fluids[1].material.density, 900);
  EXPECT_EQ(set({"fluid[1].density=900"}).fluids[1].material.density, 900);
  EXPECT_EQ(set({"fluid.1.density=900"}).fluids[1].material.density, 900);
  EXPECT_EQ(set({"fluid.water.density=900"}).fluids[1].material.density, 1000);
  EXPECT_EQ(set({"fluid.oil.wcsph.soundSpeed=20"}).fluids[1].solving.wcsph.soundSpeed, 20);
  EXPECT_EQ(set({"fluid.oil.fill.sphere.radius=2"}).fluids[1].fill[0].sphere->radius, 2);
  EXPECT_EQ(set({"fluid.oil.fill[0].sphere.radius=2"}).fluids[1].fill[0].sphere->radius, 2);
}

TEST(Assignment, TakesBareWordsAsText) {
  EXPECT_EQ(set({"world.kernel=wendland-c2"}).world.kernel, KernelRequest::WendlandC2);
  EXPECT_EQ(set({"title=two words"}).title, "two words");
  EXPECT_EQ(set({"run.write=bgeo"}).run.write, std::vector<std::string>{"bgeo"});
  EXPECT_EQ(set({"world.gravity=[0,0,-1]"}).world.gravity.z, -1);
}

TEST(Assignment, LaterOnesWin) { EXPECT_EQ(set({"run.until=2", "run.until=3"}).run.until, 3); }

TEST(Assignment, MistakesNameTheOption) {
  const std::pair<const char*, const char*> mistakes[] = {
      {"wrold.spacing=1", "--set: wrold: unknown; did you mean \"world\"?"},
      {"spacing=1", "--set: spacing: unknown; did you mean \"world.spacing\"?"},
      {"density=1", "--set: density: unknown; did you mean \"fluid[0].density\"?"},
      {"world.colour=1",
       "--set: world.colour: unknown; known are dimensions, quality, gravity, bodyForce, spacing, "
       "support, "
       "particleVolume, jitter, seed, kernel, domain, periodic, sponge"},
      {"world.spacng=1", "--set: world.spacng: unknown; did you mean \"spacing\"?"},
      {"world.spacing=-1", "--set: world.spacing: -1 is outside [1e-06, 1000] m"},
      {"world.spacing=thin", "--set: world.spacing: expected a number, found text"},
      {"fluid.oli.density=1",
       "--set: fluid.oli: there is none of this name; did you mean \"oil\"?"},
      {"fluid[7].density=1", "--set: fluid.7: there is no part 7; they are numbered 0 to 1"},
      {"fluid.oil=1", "--set: fluid.oil: names a whole part of a list; name one of its keys"},
      {"format.x=1",
       "--set: format.x: there is a value, not a table, before the last part of this key"},
      {"world", "--set: world: an assignment has the form key=value"},
      {"world..spacing=1",
       "--set: world..spacing: is not a key such as world.spacing or fluid.water.density"},
      {"run.until=1\nformat=2",
       "--set: run.until: \"1\\x0aformat=2\" is not a TOML value; text with signs in it needs "
       "quotes"},
      {"run.until=",
       "--set: run.until: \"\" is not a TOML value; text with signs in it needs "
       "quotes"},
      {"solid.tank.mesh={plane={centre=[0,0,0],nromal=[0,1,0]}}",
       "--set: solid[0].mesh.plane.nromal: unknown; did you mean \"normal\"?"},
  };
  for (const auto& [assignment, error] : mistakes) EXPECT_EQ(errorOf(assignment), error);
}

TEST(Assignment, ErrorsOfTheFileKeepTheirPlace) {
  const std::vector<std::string> fine{"run.until=2"};
  try {
    parseScene("format = 1\n[world]\nspacing = 0\n", "pool.toml", fine);
    FAIL() << "accepted";
  } catch (const Error& e) {
    EXPECT_EQ(e.place().text(), "pool.toml:3:11");
  }
}

}  // namespace
}  // namespace shoal
