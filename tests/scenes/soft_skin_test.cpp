// A soft solid around an open, thin and self-crossing mesh falls into water and onto the floor.
#include <cmath>

#include <gtest/gtest.h>

#include "shoal/core/parallel.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/world/solids/solids.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

using Assignments = std::vector<std::string>;

constexpr double kCell = 0.022;  // m, of the scene

Scene softSkin(const Assignments& more = {}) {
  Assignments assignments{"world.spacing=0.03"};  // twice the scene's
  assignments.insert(assignments.end(), more.begin(), more.end());
  return projectScene("examples/soft-skin", assignments);
}

RenderMesh skinOf(const World& world) {
  return world.solids()->deforming().front()->rendered().mesh;
}

void expectSound(const World& world) {
  EXPECT_EQ(world.escaped(), 0u);
  const RenderMesh given =
      readRenderMesh(std::filesystem::path(SHOAL_SOURCE_DIR) / "scenes/examples/soft-skin.obj");
  const RenderMesh skin = skinOf(world);
  EXPECT_EQ(skin.triangles, given.triangles);
  EXPECT_EQ(skin.attributes.uvOf, given.attributes.uvOf);
  ASSERT_EQ(skin.vertices.size(), given.vertices.size());
  const Box3d tank = Box3d{{-0.25, 0, -0.2}, {0.25, 0.5, 0.2}}.grown(0.5 * kCell);
  for (const Vec3d& v : skin.vertices) ASSERT_TRUE(tank.contains(v)) << v.x << " " << v.y;
  for (const Vec3d& n : skin.attributes.normals) EXPECT_NEAR(length(n), 1, 1e-9);
  // No edge is far longer than it was: nothing is torn out of its elements.
  for (std::size_t t = 0; t < skin.triangles.size(); ++t) {
    const auto now = corners(skin, t), before = corners(given, t);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_LT(length(now[(i + 1) % 3] - now[i]),
                2 * length(before[(i + 1) % 3] - before[i]) + 0.2 * kCell);
  }
}

TEST(SoftSkin, FloatsInWaterAndNothingIsLost) {
  const Scene scene = softSkin();
  const auto world = makeWorld(scene);
  const std::size_t particles = world->fluid().size();
  while (world->time() < 1.2) {
    world->step(1.2);
    ASSERT_TRUE(std::isfinite(world->solids()->totals().kinetic)) << world->time();
  }
  expectSound(*world);
  EXPECT_EQ(world->fluid().size(), particles);
  const BodyTotals sums = world->solids()->totals();
  EXPECT_GT(sums.centre.y, 0.1) << "it is lighter than water";
  EXPECT_LT(sums.centre.y, 0.25);
}

TEST(SoftSkin, LiesOnTheFloor) {
  Scene scene = softSkin({"run.until=1"});
  scene.fluids.clear();
  const auto world = makeWorld(scene);
  while (world->time() < 1) world->step(1);
  expectSound(*world);
  const BodyTotals sums = world->solids()->totals();
  EXPECT_LT(std::abs(sums.momentum.y / sums.mass), 0.1) << "m/s; it may still roll";
  const double lowest = skinOf(*world).bounds().lower.y;
  EXPECT_GT(lowest, -0.2 * kCell);
  EXPECT_LT(lowest, 0.7 * kCell) << "what is seen touches what it lies on";
}

TEST(SoftSkin, IsTheSameOnAnyNumberOfThreads) {
  const auto hashOf = [](int threads) {
    const ThreadLimit limit(threads);
    const auto world = makeWorld(softSkin());
    for (int step = 0; step < 30; ++step) world->step(1);
    return std::pair{world->hash(), skinOf(*world).vertices};
  };
  EXPECT_EQ(hashOf(1), hashOf(3));
}

}  // namespace
}  // namespace shoal
