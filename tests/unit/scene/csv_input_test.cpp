// Scenes that read motions and flow rates from CSV files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/scene/read/scene_writer.h"
#include "shoal/world/fluid_model.h"
#include "shoal/world/sources/nozzle.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

using testing::HasSubstr;

const std::string kScene = R"toml(format = 1
  world = { dimensions = 2, spacing = 0.02, domain = [[-1, -1, -1], [2, 2, 1]] }
  fluid = { name = "w", fill = { box = [[0, 0], [0.4, 0.2]] } }
  emitter = { name = "tap", fluid = "w", centre = [0.2, 0.8], direction = [0, -1], radius = 0.05, speed = 0.5, history = { file = "inflow.csv", column = "q" } }
  probe = { name = "p", point = { solid = "tank", at = [0, 0] } }
  [[solid]]
  name = "tank"
  model = "kinematic"
  motion = { file = "shake.csv", interpolation = "cubic" }
  mesh = { box = { corners = [[0, 0], [0.4, 0.4]], open = ["+y"] } }
)toml";

class CsvInput : public testing::Test {
 protected:
  void SetUp() override {
    write("scene.toml", kScene);
    write("shake.csv", "t,x\n0,0\n0.1,0.01\n0.2,0.04\n0.3,0.09\n");
    write("inflow.csv", "t,q\n0,1\n1,3\n");
  }
  void write(const std::string& name, const std::string& text) const {
    writeFileAtomically(folder_.path() / name, text);
  }
  Scene scene() const { return readScene(folder_.path() / "scene.toml"); }
  std::string errorOf() const {
    try {
      makeWorld(scene());
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  }
  TemporaryFolder folder_;
};

TEST_F(CsvInput, FilesAreFoundBesideTheScene) {
  const auto world = makeWorld(scene());
  world->examine();
  while (world->time() < 0.1) world->step(0.1);
  EXPECT_NEAR(world->probes().latest()[0], 0.01, 1e-12) << "displacement";
  EXPECT_NEAR(world->probes().latest()[3], 0.2, 1e-6) << "x = t^2, so its velocity is 2 t";
  // A scene that a run wrote finds them, too.
  const Scene again = parseScene(writeScene(scene()), "/elsewhere/scene.toml");
  EXPECT_EQ(again.solids[0].motion->file, scene().solids[0].motion->file);
  EXPECT_EQ(again.sources.emitters[0].nozzle.history->file,
            scene().sources.emitters[0].nozzle.history->file);
}

TEST_F(CsvInput, HistoryMultipliesTheSpeedOfAnEmitter) {
  const Scene read = scene();
  const Nozzle tap(read.sources.emitters[0], read.world, read.kernel());
  EXPECT_DOUBLE_EQ(tap.speed(0, 0), 0.5);
  EXPECT_DOUBLE_EQ(tap.speed(0, 0.5), 1);
  EXPECT_DOUBLE_EQ(tap.speed(0, 7), 1.5);
  EXPECT_NEAR(tap.fastest(), 1.5, 0.01);
}

TEST_F(CsvInput, ErrorsNameTheFileAndItsLine) {
  EXPECT_EQ(errorOf(), "accepted");
  write("shake.csv", "t,x\n0,0\n0.1,a\n");
  EXPECT_THAT(errorOf(), HasSubstr("shake.csv:3: x: \"a\" is not a finite number"));
  write("shake.csv", "t,x\n0,0\n");
  write("inflow.csv", "t,q\n0,1\n0,2\n");
  EXPECT_THAT(errorOf(), HasSubstr("inflow.csv:3: the time 0 s is not after 0 s"));
  write("inflow.csv", "t,speed\n0,1\n");
  EXPECT_THAT(errorOf(), HasSubstr("has no column \"q\"; it has t, speed"));
  std::filesystem::remove(folder_.path() / "inflow.csv");
  EXPECT_THAT(errorOf(), HasSubstr("inflow.csv"));
}

}  // namespace
}  // namespace shoal
