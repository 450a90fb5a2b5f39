// Pictures show walls where they are, not where they began.
#include <gtest/gtest.h>

#include "shoal/output/run.h"
#include "shoal/view/picture/image.h"
#include "shoal/view/run/render_run.h"
#include "shoal/view/run/run_walls.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

// A tank in the plane that moves a metre a second to the right, and a wall that stays.
Scene movingTank(const std::string& translate) {
  return parseScene(R"toml(
    format = 1
    run = { until = 0.2, fps = 10 }
    world = { dimensions = 2, spacing = 0.1, domain = [[-1, -1, -1], [3, 2, 1]] }
    fluid = { name = "water", fill = { box = [[0, 0], [0.4, 0.2]] } }
    [[solid]]
    name = "tank"
    model = "kinematic"
    motion = { translate = [")toml" +
                        translate + R"toml(", 0, 0] }
    mesh = { box = [[0, 0], [0.4, 0.4]] }
    [[solid]]
    name = "fence"
    mesh = { box = [[1, 0], [1.1, 0.4]] }
  )toml",
                    "moving-tank.toml");
}

std::vector<Image> picturesOf(const RunFolder& folder, WallStyle walls) {
  ViewParams params;
  params.width = 240;
  params.height = 120;
  params.walls = walls;
  FrameChoice every;
  every.all = true;
  std::vector<Image> pictures;
  for (const auto& file : renderRun(folder, folder.pictures(), params, every, {}))
    pictures.push_back(readPng(file));
  return pictures;
}

// For each picture of a run, the leftmost column of pixels that shows a wall.
std::vector<int> leftEnds(const RunFolder& folder) {
  const std::vector<Image> with = picturesOf(folder, WallStyle::Cutaway);
  const std::vector<Image> without = picturesOf(folder, WallStyle::Hidden);
  std::vector<int> ends;
  for (std::size_t k = 0; k < with.size(); ++k) {
    const auto differ = [&](int x) {
      for (int y = 0; y < with[k].height; ++y)
        if (with[k].pixel(x, y) != without[k].pixel(x, y)) return true;
      return false;
    };
    int x = 0;
    while (x < with[k].width && !differ(x)) ++x;
    ends.push_back(x);
  }
  return ends;
}

TEST(RunWalls, AreWhereTheirMotionHasTakenThem) {
  const TemporaryFolder folder;
  const Scene scene = movingTank("t");
  run(scene, {.folder = folder / "run"});
  const RunWalls walls(RunFolder(folder / "run"), scene);
  const auto fence = [&](double t) { return boundsOf(walls.at(t)[0]); };  // by name
  const auto tank = [&](double t) { return boundsOf(walls.at(t)[1]); };
  EXPECT_NEAR(tank(0).lower.x, 0, 1e-6);
  EXPECT_NEAR(tank(0.7).lower.x, 0.7, 1e-6);
  EXPECT_NEAR(tank(0.7).size().x, 0.4, 1e-6);
  EXPECT_EQ(fence(0).lower, fence(0.7).lower);
}

TEST(RunWalls, MoveThroughThePicturesWhileTheCameraStands) {
  const TemporaryFolder folder;
  run(movingTank("t"), {.folder = folder / "moving"});
  run(movingTank("0"), {.folder = folder / "still"});
  const std::vector<int> still = leftEnds(RunFolder(folder / "still"));
  const std::vector<int> moving = leftEnds(RunFolder(folder / "moving"));
  ASSERT_EQ(moving.size(), 3u);
  EXPECT_EQ(still[2], still[0]);
  EXPECT_EQ(moving[0], still[0]);
  EXPECT_GT(moving[1], moving[0] + 10);
  EXPECT_NEAR(moving[2] - moving[1], moving[1] - moving[0], 2);
}

TEST(RunWalls, ThatMoveStayInTheDomainThatIsChosen) {
  Scene scene = movingTank("t");
  scene.world.domain.reset();
  scene.run.until = 5;
  EXPECT_GT(assemble(scene).domain.upper.x, 5.4);
  scene.run.until = 1;
  EXPECT_LT(assemble(scene).domain.upper.x, 5);
}

}  // namespace
}  // namespace shoal
