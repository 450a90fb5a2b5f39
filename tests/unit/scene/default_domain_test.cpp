// The default domain holds all that fluid may meet.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/scene_world.h"

namespace shoal {
namespace {

// Water is poured on a sheet that is held at its corners above a ball, far wider than the ball.
const char* const kCanopy = R"toml(
  format = 1
  run = { until = 0.6 }
  world = { spacing = 0.03 }
  fluid = { name = "water" }
  [[emitter]]
  name = "can"
  fluid = "water"
  centre = [0, 0.42, 0]
  direction = [0, -1, 0]
  radius = 0.06
  speed = 0.3
  end = 0.6
  [[solid]]
  name = "ball"
  mesh = { sphere = { centre = [0, 0.15, 0], radius = 0.15 } }
  [[solid]]
  name = "sheet"
  model = "cloth"
  mesh = { plane = { centre = [0, 0.31, 0], normal = [0, 1, 0], size = [0.8, 0.8], cell = 0.04 } }
  young = 3e5
  thickness = 1e-3
  [[event]]
  at = 0
  pin = { solid = "sheet", box = [[-0.5, 0.2, -0.5], [-0.37, 0.4, -0.37]] }
  [[event]]
  at = 0
  pin = { solid = "sheet", box = [[0.37, 0.2, -0.5], [0.5, 0.4, -0.37]] }
  [[event]]
  at = 0
  pin = { solid = "sheet", box = [[-0.5, 0.2, 0.37], [-0.37, 0.4, 0.5]] }
  [[event]]
  at = 0
  pin = { solid = "sheet", box = [[0.37, 0.2, 0.37], [0.5, 0.4, 0.5]] }
)toml";

TEST(DefaultDomain, WaterPouredOnAWideSheetIsNotLost) {
  const auto world = makeWorld(parseScene(kCanopy, "canopy.toml"));
  double furthest = 0;  // m, from the axis of the jet
  while (world->time() < 0.6) {
    for (const Escape& e : world->step(0.6).escapes)
      ADD_FAILURE() << "at (" << e.position.x << ", " << e.position.y << ", " << e.position.z
                    << ")";
    for (const Vec3f& x : world->fluid().x)
      furthest = std::max(furthest, double(std::max(std::abs(x.x), std::abs(x.z))));
  }
  EXPECT_GT(world->fluid().size(), 80u);
  EXPECT_GT(furthest, 0.45);  // off the sheet, which ends at 0.4, and in the air
}

Box3d domainWith(const std::string& solid) {
  return assemble(
             parseScene("format = 1\nrun.until = 2\nworld.spacing = 0.05\n"
                        "[[fluid]]\nname = \"water\"\nfill = { box = [[0,0,0],[0.2,0.2,0.2]] }\n" +
                            solid,
                        "pool.toml"))
      .domain;
}

TEST(DefaultDomain, HoldsSolidsOfAllModelsHoweverTheyTurn) {
  const Box3d without = domainWith("");
  EXPECT_LT(without.upper.x, 0.5);
  for (const char* model :
       {"model = \"rigid\"\nmesh = { box = [[2,0,0],[3,0.1,0.1]] }\n",
        "model = \"fem\"\nmesh = { box = { corners = [[2,0,0],[3,0.1,0.1]], cell = 0.1 } }\n",
        "model = \"cloth\"\nmesh = { plane = { centre = [2.5,0,0], normal = [0,1,0], size = "
        "[1,0.1], "
        "cell = 0.1 } }\n"}) {
    const Box3d domain = domainWith(std::string("[[solid]]\nname = \"it\"\n") + model);
    EXPECT_GE(domain.upper.x, 3) << model;
    EXPECT_LE(domain.lower.y, -0.44) << model;  // upright
    EXPECT_GE(domain.upper.z, 0.5) << model;
  }
}

TEST(DefaultDomain, HoldsWhereSolidsAreThrownAndPulled) {
  const std::string ball =
      "[[solid]]\nname = \"ball\"\nmodel = \"rigid\"\nmesh = { box = [[0.4,0,0],[0.5,0.1,0.1]] }\n";
  EXPECT_LT(domainWith(ball).upper.x, 1.5);
  EXPECT_GE(domainWith(ball + "velocity = [1,0,0]\n").upper.x, 2.5);
  EXPECT_GE(domainWith(ball + "velocity = [0,3,0]\n").upper.y, 0.5);
  const std::string pull =
      "[[event]]\nat = 1\npull = { solid = \"ball\", point = [0.5,0,0], to = [-2,0,0], over = 1 "
      "}\n";
  EXPECT_LE(domainWith(ball + pull).lower.x, -2);
}

}  // namespace
}  // namespace shoal
