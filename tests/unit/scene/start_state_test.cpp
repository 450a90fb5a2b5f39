// Solids and fluids that start with the state of another run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/bodies/fem/fem_body.h"
#include "shoal/core/error.h"
#include "shoal/output/run.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

using testing::Contains;
using testing::HasSubstr;

const std::string kThree = R"toml(format = 1
  run = { until = 0.1, fps = 10 }
  world = { domain = [[-2, -9, -2], [4, 4, 2]] }
  [[solid]]
  name = "ball"
  model = "rigid"
  velocity = [1, 0, 0]
  spin = [0, 0, 3]
  mesh = { sphere = { centre = [0, 1, 0], radius = 0.1 } }
  [[solid]]
  name = "block"
  model = "fem"
  spin = [0, 0, 3]
  fem = { young = 1e5 }
  mesh = { box = { corners = [[1, 1, 0], [1.2, 1.2, 0.2]], cell = 0.1 } }
  [[solid]]
  name = "sheet"
  model = "cloth"
  mesh = { plane = { centre = [2, 0, 0], size = [0.4, 0.2], cell = 0.1 } }
)toml";

class StartFromRun : public testing::Test {
 protected:
  std::string runAndStart() {
    RunOptions options;
    options.folder = folder_.path() / "run";
    run(parseScene(kThree, "three.toml"), options);
    return "[start]\nfrom = \"" + options.folder.string() + "\"\n";
  }
  TemporaryFolder folder_;
};

std::string errorOf(const std::string& scene) {
  try {
    makeWorld(parseScene(scene, "t.toml"));
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST_F(StartFromRun, SolidsOfEveryModelGoOnWhereTheyWere) {
  const auto before = makeWorld(parseScene(kThree, "three.toml"));
  while (before->time() < 0.1) before->step(0.1);
  // Another density and another gravity: the motion is the same, what follows is not.
  const std::string scene =
      with(kThree, "world = {", "world = { gravity = [0, 0, 0], ") + runAndStart();
  const auto world = makeWorld(parseScene(scene, "t.toml"));
  EXPECT_EQ(world->time(), 0);
  for (const char* name : {"ball", "block", "sheet"}) {
    const BodySurface &now = world->solids()->partsOf(name).front()->surface(),
                      &then = before->solids()->partsOf(name).front()->surface();
    ASSERT_EQ(now.x.size(), then.x.size());
    for (std::size_t i = 0; i < now.x.size(); ++i) {
      EXPECT_NEAR(length(now.x[i] - then.x[i]), 0, 1e-9) << name;
      EXPECT_NEAR(length(now.v[i] - then.v[i]), 0, 1e-9) << name;
    }
  }
  EXPECT_LT(world->solids()->findRigid("ball").velocity().y, -0.9);
  const double y = world->solids()->findRigid("ball").centre().y;
  while (world->time() < 0.1) world->step(0.1);
  EXPECT_NEAR(world->solids()->findRigid("ball").centre().y, y - 0.0981, 1e-6) << "no weight";
}

TEST_F(StartFromRun, NotesTellSolidsThatAreNewOrMissing) {
  const std::string start = runAndStart();
  const Assembly assembly =
      assemble(parseScene(with(kThree, "\"ball\"", "\"other\"") + start, "t"));
  EXPECT_THAT(assembly.notes, Contains(HasSubstr("start as the scene says: other")));
  EXPECT_THAT(assembly.notes, Contains(HasSubstr("the scene has none of that name: ball")));
  EXPECT_THAT(assembly.notes, Contains(HasSubstr("block, sheet")));
}

TEST_F(StartFromRun, AnotherModelOrMeshIsAnError) {
  const std::string start = runAndStart();
  EXPECT_THAT(errorOf(with(kThree, "0.2]], cell = 0.1", "0.2]], cell = 0.05") + start),
              HasSubstr("solid \"block\": it had other elements"));
  EXPECT_THAT(errorOf(with(kThree, "0.2], cell = 0.1", "0.2], cell = 0.05") + start),
              HasSubstr("solid \"sheet\": it had other triangles"));
  EXPECT_THAT(errorOf(with(with(kThree, "model = \"fem\"", "model = \"rigid\""),
                           "fem = { young = 1e5 }", "") +
                      start),
              HasSubstr("solid \"block\": the run that it starts from has it as a fem solid"));
}

// A body that was not in the earlier run takes the place of its fluid.
TEST_F(StartFromRun, NewSolidsGetRoomInTheFluidThatIsTakenOver) {
  const std::string pool = R"toml(format = 1
    run = { until = 0.02, fps = 50 }
    world = { dimensions = 2, spacing = 0.02, domain = [[-1, -1, -1], [2, 2, 1]] }
    [[fluid]]
    name = "w"
    fill = { box = [[0, 0], [0.4, 0.2]] }
    [[solid]]
    name = "tank"
    mesh = { box = { corners = [[0, 0], [0.4, 0.4]], open = ["+y"] } }
  )toml";
  RunOptions options;
  options.folder = folder_.path() / "pool";
  run(parseScene(pool, "pool.toml"), options);
  const std::string ball = R"toml(
    [[solid]]
    name = "ball"
    model = "rigid"
    mesh = { box = [[0.15, 0.05], [0.25, 0.15]] }
  )toml";
  const std::string start = "[start]\nfrom = \"" + options.folder.string() + "\"\n";
  const Assembly assembly = assemble(parseScene(pool + ball + start, "t.toml"));
  EXPECT_LT(assembly.fluid.positions.size(), 200u - 20);
  EXPECT_GT(assembly.fluid.positions.size(), 200u - 60);
  EXPECT_EQ(assemble(parseScene(pool + start, "t.toml")).fluid.positions.size(), 200u);
  const std::string empty = with(pool, "fill = { box = [[0, 0], [0.4, 0.2]] }", "");
  EXPECT_EQ(assemble(parseScene(empty + start, "t.toml")).fluid.positions.size(), 200u)
      << "no fill is needed";
}

}  // namespace
}  // namespace shoal
