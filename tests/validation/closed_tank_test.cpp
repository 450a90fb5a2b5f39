// A closed tank that is shaken for twenty seconds keeps every particle.
#include <gtest/gtest.h>

#include "shoal/bodies/kinematic/motion.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

// A tank in the plane, some 800 particles, shaken along both axes and turned.
Scene plane(const std::string& solver) {
  return projectScene(
      "examples/shaken-tank",
      {"world.dimensions=2", "world.spacing=0.0125", "world.domain=[[-2,-2,-1],[2,2,1]]",
       "fluid.water.fill=[{box=[[0,0],[0.6,0.2125]]}]", "solid.tank.motion.axis=[0,0,1]",
       "solid.tank.motion.translate=[\"0.12*(1-cos(2*pi*0.9*t))\",\"0.05*(1-cos(2*pi*1.7*t))\",0]",
       "fluid.water.solver=" + solver});
}

// How many particles are beyond the samples of the walls, which stand half a spacing behind them,
// wherever the tank is by now.
std::size_t outside(const World& world, const Scene& scene) {
  const Box3d box = scene.solids[0].mesh.box->corners;
  const Motion motion(*scene.solids[0].motion);
  const auto now = [&](const Vec3d& x) { return motion.position(x, world.time()); };
  const Vec3d corner = now(box.lower);
  const double behind = world.spacing() / 2;
  std::size_t lost = world.escaped();
  for (std::size_t i = 0; i < world.fluid().size(); ++i)
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(scene.world.dimensions); ++axis) {
      Vec3d next = box.lower;
      next[axis] = box.upper[axis];
      const Vec3d edge = now(next) - corner;
      const double along = dot(Vec3d(world.fluid().x[i]) - corner, edge) / length(edge);
      if (along >= -behind && along <= length(edge) + behind) continue;
      ++lost;
      break;
    }
  return lost;
}

std::size_t lostBy(const Scene& scene, double until) {
  const auto world = makeWorld(scene);
  std::size_t lost = 0;
  for (double next = 0.25; next <= until; next += 0.25) {
    while (world->time() < next) world->step(next);
    lost = std::max(lost, outside(*world, scene));
  }
  return lost;
}

TEST(ClosedTank, ShakenForTwentySecondsLosesNothingWithWcsph) {
  EXPECT_EQ(lostBy(plane("wcsph"), 20), 0u);
}

TEST(ClosedTank, ShakenForTwentySecondsLosesNothingWithPcisph) {
  EXPECT_EQ(lostBy(plane("pcisph"), 20), 0u);
}

TEST(ClosedTank, ShakenForTwentySecondsLosesNothingWithDfsph) {
  EXPECT_EQ(lostBy(plane("dfsph"), 20), 0u);
}

TEST(ClosedTank, WithoutALidLosesSome) {
  Scene open = plane("wcsph");
  open.solids[0].mesh.box->open = {BoxFace::HighY};
  open.solids[0].motion->translate[1].text = "0.3*(1-cos(2*pi*1.7*t))";
  EXPECT_GT(lostBy(open, 2), 0u);
}

TEST(ClosedTankLong, InSpaceLosesNothingWithAnySolver) {
  for (const char* solver : {"wcsph", "pcisph", "dfsph"})
    EXPECT_EQ(
        lostBy(projectScene("examples/shaken-tank", {std::string("fluid.water.solver=") + solver}),
               20),
        0u)
        << solver;
}

}  // namespace
}  // namespace shoal
