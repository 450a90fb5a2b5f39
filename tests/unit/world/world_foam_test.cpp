// Spray, foam and bubbles of worlds: out of solids of all kinds, and as state of checkpoints.
#include "shoal/world/world_foam.h"

#include <gtest/gtest.h>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/world/checkpoint.h"
#include "shoal/world/solids/solids.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"
#include "support/with_threads.h"

namespace shoal {
namespace {

// Water is thrown at a pillar, a paddle that turns and a floating ball, in a tank that is open.
Scene turmoil() {
  return parseScene(R"toml(
    format = 1
    [run]
    until = 100
    write = ["vtp", "foam"]
    [world]
    spacing = 0.04
    domain = [[-0.3, -0.3, -0.3], [1.5, 1.5, 0.9]]
    [foam]
    trappedRate = 12
    crestRate = 20
    [[fluid]]
    name = "water"
    fill = { box = [[0, 0, 0], [0.45, 0.4, 0.6]] }
    velocity = [2.5, 1, 0]
    [[solid]]
    name = "tank"
    mesh = { box = { corners = [[0, 0, 0], [1.2, 0.9, 0.6]], open = ["+y"] } }
    [[solid]]
    name = "pillar"
    mesh = { box = [[0.9, 0, 0.3], [1.05, 0.9, 0.45]] }
    wet = "outside"
    [[solid]]
    name = "paddle"
    model = "kinematic"
    mesh = { box = [[0.55, 0.03, 0.1], [0.63, 0.35, 0.25]] }
    wet = "outside"
    motion = { translate = ["0.1*sin(8*t)", 0, 0] }
    [[solid]]
    name = "ball"
    model = "rigid"
    mesh = { sphere = { centre = [0.75, 0.5, 0.45], radius = 0.09 } }
    density = 300
  )toml",
                    "turmoil.toml");
}

void advance(World& world, int steps) {
  for (int k = 0; k < steps; ++k) world.step(100);
}

TEST(WorldFoam, IsInNoSolid) {
  const Scene scene = turmoil();
  const Assembly assembly = assemble(scene);
  const auto world = makeWorld(scene);
  const auto meshOf = [&](const std::string& name) {
    for (const AssembledWall& wall : assembly.walls)
      if (wall.name == name) return wall.mesh;
    return TriangleMesh{};
  };
  const MeshDistance pillar(meshOf("pillar")), paddle(meshOf("paddle"));
  Motion motion(*scene.solids[2].motion);
  std::size_t most = 0, near = 0;
  for (int k = 0; k < 300; ++k) {
    world->step(100);
    if (k % 10 != 9) continue;
    const BodySurface& surface = world->solids()->findRigid("ball").surface();
    const MeshDistance ball({surface.x, surface.triangles});
    const Pose back = inverse(motion.pose(world->time()));
    most = std::max(most, world->foam()->particles().size());
    for (const Vec3f& place : world->foam()->particles().x) {
      const Vec3d x(place);
      ASSERT_FALSE(pillar.inside(x));
      ASSERT_FALSE(paddle.inside(back(x)));
      ASSERT_FALSE(ball.inside(x));
      const bool above = x.y > 0.9;
      ASSERT_TRUE(above || (x.x > 0 && x.x < 1.2 && x.z > 0 && x.z < 0.6 && x.y > 0) || x.x < 0 ||
                  x.x > 1.2 || x.z < 0 || x.z > 0.6)
          << "through the floor";
      near += pillar.distance(x, 0.01) < 0.01 || paddle.distance(back(x), 0.01) < 0.01 ||
              ball.distance(x, 0.01) < 0.01;
    }
  }
  EXPECT_GT(most, 800u);
  EXPECT_GT(near, 100u) << "or nothing is tested";
}

std::uint64_t hashAfter(int steps, int threads) {
  return withThreads(threads, [&] {
    const auto world = makeWorld(turmoil());
    advance(*world, steps);
    EXPECT_GT(world->foam()->particles().size(), 100u);
    return world->foam()->hash();
  });
}

TEST(WorldFoam, HasTheSameBitsForAnyNumberOfThreadsAndAfterAStop) {
  constexpr int kSteps = 110;
  const std::uint64_t one = hashAfter(kSteps, 1);
  for (const int threads : {2, 3, 8}) EXPECT_EQ(hashAfter(kSteps, threads), one) << threads;
  const TemporaryFolder folder;
  const auto stopped = makeWorld(turmoil()), resumed = makeWorld(turmoil());
  advance(*stopped, 60);
  EXPECT_GT(stopped->foam()->particles().size(), 20u);
  writeCheckpoint(folder / "checkpoint.h5", *stopped, {"scene"});
  readCheckpoint(folder / "checkpoint.h5", *resumed);
  EXPECT_EQ(resumed->foam()->hash(), stopped->foam()->hash());
  advance(*resumed, kSteps - 60);
  EXPECT_EQ(resumed->foam()->hash(), one);
  EXPECT_NE(hashAfter(kSteps - 1, 1), one);
}

// A run may be asked for foam when it goes on, and not any more.
TEST(WorldFoam, CheckpointsWithAndWithoutItFitWorldsWithAndWithoutIt) {
  Scene without = turmoil();
  without.run.write = {"vtp"};
  const TemporaryFolder folder;
  const auto with = makeWorld(turmoil()), plain = makeWorld(without);
  advance(*with, 60);
  advance(*plain, 60);
  EXPECT_EQ(plain->foam(), nullptr);
  EXPECT_EQ(with->hash(), plain->hash()) << "foam acts on nothing else";
  writeCheckpoint(folder / "with.h5", *with, {"scene"});
  writeCheckpoint(folder / "plain.h5", *plain, {"scene"});
  readCheckpoint(folder / "with.h5", *plain);
  EXPECT_EQ(plain->hash(), with->hash());
  const auto begins = makeWorld(turmoil());
  readCheckpoint(folder / "plain.h5", *begins);
  EXPECT_EQ(begins->foam()->particles().size(), 0u);
}

}  // namespace
}  // namespace shoal
