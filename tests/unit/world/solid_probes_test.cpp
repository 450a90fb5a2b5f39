// Probes of points of solids, and probes that ride on solids.
#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/world/world.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

using testing::HasSubstr;

// The values of a world's probes by column.
std::map<std::string, double> valuesOf(const World& world) {
  std::map<std::string, double> values;
  for (std::size_t k = 0; k < world.probes().columns().size(); ++k)
    values[world.probes().columns()[k]] = world.probes().latest()[k];
  return values;
}

std::map<std::string, double> valuesAt(const std::string& scene, double until) {
  const auto world = makeWorld(parseScene(scene, "t.toml"));
  world->examine();
  while (world->time() < until) world->step(until);
  return valuesOf(*world);
}

std::string errorOf(const std::string& scene) {
  try {
    makeWorld(parseScene(scene, "t.toml"));
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(PointProbe, RigidBodyFallsAndTurnsAsItsLawsSay) {
  const double t = 0.2, g = 9.81, spin = 3;
  const auto at = valuesAt(R"toml(format = 1
    world = { domain = [[-2, -9, -2], [2, 2, 2]] }
    probe = [ { name = "middle", point = { solid = "ball", at = [0, 0, 0] } },
              { name = "mast", point = { solid = "ball", at = [0.5, 0, 0] } } ]
    [[solid]]
    name = "ball"
    model = "rigid"
    spin = [0, 0, 3]
    mesh = { sphere = { centre = [0, 0, 0], radius = 0.1 } })toml",
                           t);
  EXPECT_NEAR(at.at("middle.displacementY[m]"), -g * t * t / 2, 0.01 * g * t * t);
  EXPECT_NEAR(at.at("middle.velocityY[m/s]"), -g * t, 1e-6);
  EXPECT_NEAR(at.at("middle.accelerationY[m/s^2]"), -g, 1e-6);
  const double angle = spin * t;
  EXPECT_NEAR(at.at("mast.displacementX[m]"), 0.5 * (std::cos(angle) - 1), 1e-3);
  EXPECT_NEAR(at.at("mast.displacementY[m]") - at.at("middle.displacementY[m]"),
              0.5 * std::sin(angle), 1e-3);
  EXPECT_NEAR(at.at("mast.velocityX[m/s]"), -0.5 * spin * std::sin(angle), 1e-2);
}

TEST(PointProbe, KinematicSolidFollowsItsFormulas) {
  const double t = 0.3, w = 5;
  const auto at = valuesAt(R"toml(format = 1
    world = { dimensions = 2, spacing = 0.02, gravity = [0, 0], domain = [[-2, -2, -1], [2, 2, 1]] }
    timeStep = { maxStep = 0.001 }
    fluid = { name = "w", fill = { box = [[1, 1], [1.2, 1.2]] } }
    probe = { name = "p", point = { solid = "gate", at = [0.1, 0.2] } }
    [[solid]]
    name = "gate"
    model = "kinematic"
    motion = { translate = ["0.2*sin(5*t)", 0] }
    mesh = { box = [[0, 0], [0.1, 0.4]] })toml",
                           t);
  EXPECT_NEAR(at.at("p.displacementX[m]"), 0.2 * std::sin(w * t), 1e-9);
  EXPECT_NEAR(at.at("p.velocityX[m/s]"), 0.2 * w * std::cos(w * t), 1e-6);
  EXPECT_NEAR(at.at("p.accelerationX[m/s^2]"), -0.2 * w * w * std::sin(w * t), 0.02);
  EXPECT_NEAR(at.at("p.displacementY[m]"), 0, 1e-12);
}

TEST(PointProbe, InnerPointOfElementsAndPointOfClothAreInterpolated) {
  const double t = 0.1, g = 9.81;
  const auto at = valuesAt(R"toml(format = 1
    world = { domain = [[-2, -9, -2], [2, 2, 2]] }
    probe = [ { name = "fem", point = { solid = "block", at = [0.05, 0.07, 0.03] } },
              { name = "cloth", point = { solid = "sheet", at = [0.511, 0, 0.123] } } ]
    [[solid]]
    name = "block"
    model = "fem"
    velocity = [1, 0, 0]
    spin = [0, 0, 2]
    mesh = { box = { corners = [[0, 0, 0], [0.1, 0.1, 0.1]], cell = 0.05 } }
    young = 1e6
    [[solid]]
    name = "sheet"
    model = "cloth"
    mesh = { plane = { centre = [0.5, 0, 0], normal = [0, 1, 0], size = [0.4, 0.4], cell = 0.05 } })toml",
                           t);
  EXPECT_NEAR(at.at("fem.velocityX[m/s]"), 1 - 2 * 0.02 * std::cos(2 * t), 5e-3);
  EXPECT_NEAR(at.at("fem.velocityY[m/s]"), -g * t - 2 * 0.02 * std::sin(2 * t), 5e-3);
  EXPECT_NEAR(at.at("fem.displacementX[m]"), t - 0.02 * std::sin(2 * t), 1e-3);
  EXPECT_NEAR(at.at("cloth.displacementY[m]"), -g * t * t / 2, 0.1 * g * t * t / 2);
  EXPECT_NEAR(at.at("cloth.velocityY[m/s]"), -g * t, 1e-3);
  EXPECT_NEAR(at.at("cloth.accelerationY[m/s^2]"), -g, 1e-2);
}

// A column that hangs from its upper end carries its weight below the point.
TEST(StressProbe, HangingColumnCarriesItsWeight) {
  const auto at = valuesAt(R"toml(format = 1
    world = { domain = [[-2, -2, -2], [2, 2, 2]] }
    probe = [ { name = "high", stress = { solid = "column", at = [0.05, 0.31, 0.05] } },
              { name = "low", stress = { solid = "column", at = [0.05, 0.11, 0.05] } } ]
    event = { at = 0, pin = { solid = "column", box = [[-1, 0.39, -1], [1, 0.41, 1]] } }
    [[solid]]
    name = "column"
    model = "fem"
    mesh = { box = { corners = [[0, 0, 0], [0.1, 0.4, 0.1]], cell = 0.05 } }
    fem = { young = 1e6, poisson = 0, massDamping = 20, elements = "quadratic" })toml",
                           1.5);
  const double perMetre = 1000 * 9.81;
  EXPECT_NEAR(at.at("high.stressYY[Pa]"), perMetre * 0.31, 0.1 * perMetre * 0.31);
  EXPECT_NEAR(at.at("low.stressYY[Pa]"), perMetre * 0.11, 0.2 * perMetre * 0.11);
  EXPECT_NEAR(at.at("high.vonMises[Pa]"), at.at("high.stressYY[Pa]"),
              0.02 * at.at("high.vonMises[Pa]"));
  EXPECT_NEAR(at.at("high.stressXX[Pa]"), 0, 0.02 * perMetre * 0.31);
}

// Fluid and a solid beside it that move alike, and probes that stay or ride.
constexpr const char* kTrain = R"toml(format = 1
  world = { dimensions = 2, spacing = 0.02, gravity = [0, 0], domain = [[-2, -2, -1], [4, 2, 1]] }
  fluid = { name = "w", velocity = [0.8, 0], fill = { box = [[0, 0], [0.2, 0.2]] } }
  probe = [ { name = "rides", velocity = [0.1, 0.1], on = "plate" },
            { name = "level", height = [0.1, -0.1], on = "plate" },
            { name = "stays", velocity = [0.1, 0.1] },
            { name = "along", flow = { point = [0.1, 0.1], normal = [1, 0] }, on = "plate" },
            { name = "past", flow = { point = [0.3, 0.1], normal = [1, 0] } } ]
  [[solid]]
  name = "plate"
  model = "kinematic"
  motion = { translate = ["0.8*t", 0] }
  mesh = { box = [[0, -0.5], [0.2, -0.4]] })toml";

TEST(RidingProbe, SeesFluidThatMovesWithItsSolid) {
  const auto at = valuesAt(kTrain, 0.5);
  EXPECT_NEAR(at.at("rides.velocityX[m/s]"), 0.8, 1e-3);
  EXPECT_NEAR(at.at("level.height[m]"), 0.3, 0.002);
  EXPECT_TRUE(std::isnan(at.at("stays.velocityX[m/s]")));
}

// The plane that stays sees all of the fluid pass.
TEST(RidingProbe, FlowIsRelativeToTheMovingPlane) {
  const auto at = valuesAt(kTrain, 0.5);
  EXPECT_EQ(at.at("along.volume[m^2]"), 0);
  EXPECT_NEAR(at.at("past.volume[m^2]"), 0.2 * 0.2, 1e-6);
}

// Water under its weight, 0.2 m deep, that moves with its tank; a particle has 4e-4 m^2.
TEST(RidingProbe, WaterAtRestInAMovingTankDoesNotFlow) {
  const auto at = valuesAt(R"toml(format = 1
    world = { dimensions = 2, spacing = 0.02, domain = [[-1, -1, -1], [2, 1, 1]] }
    fluid = { name = "w", velocity = [0.8, 0], fill = { box = [[0, 0], [0.4, 0.2]] } }
    probe = [ { name = "rides", flow = { point = [0.2, 0.1], normal = [1, 0] }, on = "tank" },
              { name = "stays", flow = { point = [0.39, 0.1], normal = [1, 0] } } ]
    [[solid]]
    name = "tank"
    model = "kinematic"
    motion = { translate = ["0.8*t", 0] }
    mesh = { box = { corners = [[0, 0], [0.4, 0.4]], open = ["+y"] } })toml",
                           0.3);
  EXPECT_NEAR(at.at("rides.volume[m^2]"), 0, 2 * 4e-4);
  EXPECT_NEAR(at.at("stays.volume[m^2]"), 0.2 * 0.24, 0.1 * 0.2 * 0.24);
}

// A plane of a height of 0.12 m, all of it in still fluid, that moves by -0.8 m/s for 0.5 s.
TEST(RidingProbe, FlowThroughStillFluidIsSpeedTimesArea) {
  const auto world = makeWorld(parseScene(R"toml(format = 1
    world = { dimensions = 2, spacing = 0.02, gravity = [0, 0], domain = [[-2, -2, -1], [4, 2, 1]] }
    fluid = { name = "w", fill = { box = [[0, 0], [1, 0.2]] } }
    [[probe]]
    name = "rides"
    flow = { point = [0.7, 0.1], normal = [1, 0], size = [0.12, 0] }
    on = "plate"
    every = 0.25
    [[probe]]
    name = "turned"
    flow = { point = [0.1, -0.7], normal = [0, -1], size = [0.12, 0] }
    on = "arm"
    [[solid]]
    name = "plate"
    model = "kinematic"
    motion = { translate = ["-0.8*t", 0] }
    mesh = { box = [[0, -0.5], [0.2, -0.4]] }
    [[solid]]
    name = "arm"
    model = "kinematic"
    motion = { translate = ["-0.8*t", 0], rotate = "pi/2" }
    mesh = { box = [[-0.5, 0], [-0.4, 0.2]] })toml",
                                          "t.toml"));
  world->examine();
  while (world->time() < 0.5) world->step(0.5);
  const auto at = valuesOf(*world);
  EXPECT_NEAR(at.at("rides.volume[m^2]"), 0.12 * 0.4, 0.03 * 0.12 * 0.4);
  EXPECT_NEAR(at.at("rides.flow[m^2/s]"), 0.12 * 0.8, 0.06 * 0.12 * 0.8);
  // By a quarter turn (x, y) comes to (-y, x), so this is the same plane.
  EXPECT_NEAR(at.at("turned.volume[m^2]"), at.at("rides.volume[m^2]"), 0.03 * 0.12 * 0.4);
}

TEST(RidingProbe, GaugeTurnsWithItsSolid) {
  const auto world = makeWorld(parseScene(R"toml(format = 1
    world = { dimensions = 2, spacing = 0.02, domain = [[-2, -2, -1], [2, 2, 1]] }
    fluid = { name = "w", fill = { box = [[0, 0], [0.3, 0.2]] } }
    probe = { name = "level", height = [0.1, -0.4], on = "tank" }
    [[solid]]
    name = "tank"
    model = "kinematic"
    motion = { rotate = "pi/2" }
    mesh = { box = [[0.5, 0.5], [0.6, 0.6]] })toml",
                                          "t.toml"));
  // By a quarter turn about the origin the foot comes to (0.4, 0.1), and the line looks along -x:
  // the fluid ends at x = 0.
  world->examine();
  EXPECT_NEAR(valuesOf(*world).at("level.height[m]"), 0.4, 0.002);
}

TEST(RidingProbe, FollowsARigidBodyAndTheMaterialOfElements) {
  const auto at = valuesAt(R"toml(format = 1
    world = { dimensions = 2, spacing = 0.02, gravity = [0, 0], domain = [[-2, -2, -1], [4, 2, 1]] }
    fluid = { name = "w", velocity = [0.8, 0], fill = { box = [[0, 0], [0.2, 0.2]] } }
    probe = { name = "rides", velocity = [0.1, 0.1], on = "cart" }
    [[solid]]
    name = "cart"
    model = "rigid"
    velocity = [0.8, 0]
    mesh = { box = [[0, -0.5], [0.2, -0.4]] })toml",
                           0.5);
  EXPECT_NEAR(at.at("rides.velocityX[m/s]"), 0.8, 1e-3);
}

TEST(SolidProbes, WhatCannotBeMeasuredIsExplained) {
  const auto with = [](const std::string& probe) {
    return errorOf(R"toml(format = 1
      world = { spacing = 0.05, domain = [[-1, -1, -1], [2, 2, 2]] }
      fluid = { name = "w", fill = { box = [[0, 0, 0], [0.2, 0.2, 0.2]] } }
      solid = [ { name = "tank", mesh = { box = { corners = [[0, 0, 0], [1, 1, 1]], open = ["+y"] } } },
                { name = "ball", model = "rigid", mesh = { sphere = { centre = [0.6, 0.6, 0.6], radius = 0.1 } } },
                { name = "soft", model = "fem", young = 1e5, mesh = { box = { corners = [[0.3, 0.5, 0.3], [0.5, 0.6, 0.5]], cell = 0.05 } } } ]
      probe = { name = "p", )toml" +
                   probe + " }");
  };
  EXPECT_EQ(with("point = { solid = \"soft\", at = [0.4, 0.55, 0.4] }"), "accepted");
  EXPECT_THAT(with("point = { solid = \"soft\", at = [0.4, 0.8, 0.4] }"),
              HasSubstr("probe p: lies 0.2 m from the solid \"soft\""));
  EXPECT_THAT(with("point = { solid = \"sofa\", at = [0.4, 0.8, 0.4] }"),
              HasSubstr("there is no solid \"sofa\"; did you mean \"soft\"?"));
  EXPECT_THAT(with("stress = { solid = \"ball\", at = [0.6, 0.6, 0.6] }"),
              HasSubstr("the solid \"ball\" has no stress; fem solids have"));
  EXPECT_THAT(with("force = \"ball\", on = \"tank\""),
              HasSubstr("only pressure, velocity, height and flow"));
  EXPECT_THAT(with("pressure = [0, 0, 0], on = \"tnak\""), HasSubstr("did you mean \"tank\"?"));
  EXPECT_THAT(with("patch = { solid = \"soft\", at = [0.4, 0.5, 0.4], radius = 0.1 }"),
              HasSubstr("\"soft\" deforms"));
  EXPECT_THAT(with("patch = { solid = \"tank\", at = [0.5, 0.5, 0.5], radius = 0.1 }"),
              HasSubstr("no boundary sample of \"tank\" belongs to its patch"));
  EXPECT_THAT(with("patch = { solid = \"tank\", at = [0.5, 0, 0.5] }"),
              HasSubstr("give patch.box, or patch.at and patch.radius"));
  EXPECT_EQ(with("patch = { solid = \"tank\", at = [0.5, 0, 0.5], radius = 0.1 }"), "accepted");
}

// The pressure of water at rest on its walls.
TEST(PatchProbe, ReadsHydrostaticPressureOnFloorAndWall) {
  const double rhoG = 9810, H = 0.4;
  for (const std::string solver : {"dfsph", "wcsph"}) {
    const auto at = valuesAt(fmt::format(R"toml(format = 1
      world = {{ dimensions = 2, spacing = 0.02 }}
      fluid = {{ name = "w", solver = "{}", fill = {{ box = [[0, 0], [0.6, 0.4]] }} }}
      solid = {{ name = "tank", mesh = {{ box = {{ corners = [[0, 0], [0.6, 0.8]], open = ["+y"] }} }} }}
      probe = [ {{ name = "floor", patch = {{ solid = "tank", box = [[0.2, 0], [0.4, 0]] }}, window = "mean", every = 1 }},
                {{ name = "around", patch = {{ solid = "tank", at = [0.3, 0], radius = 0.1 }}, window = "mean", every = 1 }},
                {{ name = "wall", patch = {{ solid = "tank", box = [[0, 0.1], [0, 0.3]] }}, window = "mean", every = 1 }} ])toml",
                                         solver),
                             2);
    EXPECT_NEAR(at.at("floor.pressure.mean[Pa]"), rhoG * H, 0.03 * rhoG * H) << solver;
    EXPECT_NEAR(at.at("around.pressure.mean[Pa]"), rhoG * H, 0.03 * rhoG * H) << solver;
    EXPECT_NEAR(at.at("wall.pressure.mean[Pa]"), rhoG * (H - 0.2), 0.03 * rhoG * H) << solver;
  }
}

// In three dimensions, on a tank that moves with its water.
TEST(PatchProbe, RidesOnItsSolid) {
  const double rhoG = 9810, H = 0.4;
  const auto at = valuesAt(R"toml(format = 1
    world = { spacing = 0.04, domain = [[-1, -1, -1], [3, 2, 2]] }
    fluid = { name = "w", velocity = [0.5, 0, 0], fill = { box = [[0, 0, 0], [0.6, 0.4, 0.4]] } }
    probe = [ { name = "floor", patch = { solid = "tank", box = [[0.08, 0, 0.08], [0.52, 0, 0.32]] }, window = "mean", every = 0.5 },
              { name = "side", patch = { solid = "tank", box = [[0, 0.12, 0.08], [0, 0.28, 0.32]] }, window = "mean", every = 0.5 } ]
    [[solid]]
    name = "tank"
    model = "kinematic"
    motion = { translate = ["0.5*t", 0, 0] }
    mesh = { box = { corners = [[0, 0, 0], [0.6, 0.8, 0.4]], open = ["+y"] } })toml",
                           1);
  EXPECT_NEAR(at.at("floor.pressure.mean[Pa]"), rhoG * H, 0.05 * rhoG * H);
  EXPECT_NEAR(at.at("side.pressure.mean[Pa]"), rhoG * 0.2, 0.05 * rhoG * H);
}

}  // namespace
}  // namespace shoal
