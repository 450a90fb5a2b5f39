// Probes against worlds whose pressure, level, flow and weight are known.
#include "shoal/world/probes/probes.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/world/world.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

using testing::HasSubstr;

constexpr double kSpacing = 0.02;

ProbeParams named(const std::string& name, const ProbeQuantity& quantity, double every = 0) {
  return {name, quantity, every};
}
ProbeQuantity pressureAt(const Vec3d& at) {
  ProbeQuantity q;
  q.pressure = at;
  return q;
}
ProbeQuantity velocityAt(const Vec3d& at) {
  ProbeQuantity q;
  q.velocity = at;
  return q;
}
ProbeQuantity heightAbove(const Vec3d& at, double reach = 0,
                          HeightReading reading = HeightReading::Surface) {
  ProbeQuantity q;
  q.height = HeightProbeParams{at, reach, reading};
  return q;
}
ProbeQuantity flowThrough(const Vec3d& point, const Vec3d& normal,
                          std::array<double, 2> size = {0, 0}) {
  ProbeQuantity q;
  q.flow = FlowProbeParams{point, normal, size};
  return q;
}
ProbeQuantity forceOn(const std::string& solid, std::optional<Vec3d> about = {}) {
  ProbeQuantity q;
  q.force = ForceProbeParams{solid, about};
  return q;
}

// A lattice of fluid in [0, columns] x [0, rows] (x [0, columns]) spacings.
WorldSetup block(int dimensions, int columns, int rows) {
  WorldSetup setup;
  setup.world.dimensions = dimensions;
  setup.world.spacing = kSpacing;
  setup.domain = {{-10, -10, -10}, {10, 10, 10}};
  const int depth = dimensions == 3 ? columns : 1;
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < columns; ++x) {
        const Vec3d p{x + 0.5, y + 0.5, dimensions == 3 ? z + 0.5 : 0};
        setup.positions.push_back(Vec3f(kSpacing * p));
      }
  return setup;
}

std::string errorOf(const WorldSetup& setup) {
  try {
    World world(perturbed(setup));
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

double onlyValue(WorldSetup setup, const ProbeQuantity& quantity) {
  setup.probes = {named("p", quantity)};
  World world(perturbed(setup));
  world.examine();
  return world.probes().latest()[0];
}

TEST(HeightProbe, LevelOfAFlatPoolIsFoundWithinATenthOfASpacing) {
  for (const int dimensions : {2, 3})
    for (const int rows : {10, 11})
      for (const double x : {0.10, 0.105, 0.11, 0.0937}) {
        const Vec3d at{x, 0, dimensions == 3 ? 0.12 : 0};
        EXPECT_NEAR(onlyValue(block(dimensions, 12, rows), heightAbove(at)), rows * kSpacing,
                    0.1 * kSpacing)
            << dimensions << "D at x = " << x;
      }
}

TEST(HeightProbe, WettedLengthOfAPoolIsItsDepthAndLeavesOutTheAirBelowADrop) {
  for (const int dimensions : {2, 3}) {
    WorldSetup setup = block(dimensions, 12, 10);
    const Vec3d at{0.11, 0, dimensions == 3 ? 0.11 : 0};
    const auto reading = [&](HeightReading what) {
      return onlyValue(setup, heightAbove(at, 0, what));
    };
    EXPECT_NEAR(reading(HeightReading::Wetted), 0.2, 0.1 * kSpacing) << dimensions << "D";
    // A drop of four rows, 0.5 m above the floor.
    for (const Vec3f& x : block(dimensions, 12, 4).positions)
      setup.positions.push_back(x + Vec3f{0, 0.5f, 0});
    EXPECT_NEAR(reading(HeightReading::Surface), 0.58, 0.1 * kSpacing) << dimensions << "D";
    EXPECT_NEAR(reading(HeightReading::Wetted), 0.28, 0.3 * kSpacing) << dimensions << "D";
  }
}

TEST(HeightProbe, LevelIsMeasuredAlongGravityAfterTilting) {
  for (const double angle : {0.2, 0.6, -1.1}) {
    WorldSetup setup = block(2, 20, 20);
    const double c = std::cos(angle), s = std::sin(angle);
    const auto tilted = [&](const Vec3d& v) {
      return Vec3d{c * v.x - s * v.y, s * v.x + c * v.y, 0};
    };
    for (Vec3f& p : setup.positions) p = Vec3f(tilted(Vec3d(p)));
    setup.world.gravity = tilted({0, -9.81, 0});
    EXPECT_NEAR(onlyValue(setup, heightAbove(tilted({0.2, 0, 0}))), 0.4, 0.1 * kSpacing);
  }
}

TEST(HeightProbe, LevelBesideAWallIsThatOfThePool) {
  const auto world = makeWorld(parseScene(R"(format = 1
    world = { dimensions = 2, spacing = 0.02 }
    fluid = { name = "w", fill = { box = [[0, 0], [0.4, 0.2]] } }
    solid = { name = "tank", mesh = { box = { corners = [[0, 0], [0.4, 0.6]], open = ["+y"] } } }
    probe = [ { name = "wall", height = [0, 0] }, { name = "near", height = [0.01, 0] },
              { name = "middle", height = [0.2, 0] } ])",
                                          "t.toml"));
  world->examine();
  const auto heights = world->probes().latest();
  EXPECT_NEAR(heights[0], 0.2, 0.15 * kSpacing);  // on the wall itself
  EXPECT_NEAR(heights[1], 0.2, 0.1 * kSpacing);
  EXPECT_NEAR(heights[2], 0.2, 0.1 * kSpacing);
}

TEST(HeightProbe, NothingAboveIsZeroAndWhatIsBeyondReachIsNotSeen) {
  const WorldSetup pool = block(2, 12, 10);
  EXPECT_EQ(onlyValue(pool, heightAbove({0.5, 0, 0})), 0);
  EXPECT_EQ(onlyValue(pool, heightAbove({0.12, 0.3, 0})), 0);
  WorldSetup drop = pool;  // with a block of twelve by ten above it
  for (const Vec3f& p : pool.positions) drop.positions.push_back(p + Vec3f{0, 1, 0});
  EXPECT_NEAR(onlyValue(drop, heightAbove({0.12, 0, 0})), 1.2, 0.1 * kSpacing);
  EXPECT_NEAR(onlyValue(drop, heightAbove({0.12, 0, 0}, 0.5)), 0.2, 0.1 * kSpacing);
}

// Fluid that moves as one: nothing presses, as its lattice has the density of rest.
WorldSetup train(int dimensions, const Vec3f& v) {
  WorldSetup setup = block(dimensions, 12, 12);
  setup.world.gravity = {};
  setup.velocities.assign(setup.positions.size(), v);
  return setup;
}

TEST(FlowProbe, UniformMotionIsCountedExactly) {
  for (const int dimensions : {2, 3}) {
    WorldSetup setup = train(dimensions, {0.7f, 0, 0});
    const double side = 12 * kSpacing, depth = dimensions == 3 ? side : 1;
    setup.probes = {
        named("all", flowThrough({0.3, 0, 0}, {2, 0, 0})),
        named("back", flowThrough({0.3, 0, 0}, {-1, 0, 0})),
        named("half", flowThrough({0.3, side / 4, side / 2}, {1, 0, 0}, {side / 2, 2 * side})),
        named("along", flowThrough({0, 0.1, 0}, {0, 1, 0})),
        named("v", velocityAt({0.12, 0.12, dimensions == 3 ? 0.12 : 0}))};
    World world(perturbed(setup));
    world.examine();
    EXPECT_NEAR(world.probes().latest()[8], 0.7, 1e-6);
    while (world.time() < 0.5) {
      world.step(0.5);
      const auto row = world.probes().latest();
      const auto crossed = [&](double below) {
        return double(world.fluid().volume) *
               static_cast<double>(std::count_if(
                   world.fluid().x.begin(), world.fluid().x.end(),
                   [&](const Vec3f& x) { return double(x.x) >= 0.3 && double(x.y) < below; }));
      };
      ASSERT_DOUBLE_EQ(row[1], crossed(side));
      ASSERT_EQ(row[3], -row[1]);
      ASSERT_DOUBLE_EQ(row[5], crossed(side / 2));
      ASSERT_EQ(row[7], 0);
    }
    EXPECT_NEAR(world.probes().latest()[1], side * side * depth, 1e-6);
    EXPECT_NEAR(world.probes().latest()[5], side * side * depth / 2, 1e-6);
  }
}

TEST(FlowProbe, RateIsTheMeanSinceTheLastSample) {
  WorldSetup setup = train(2, {0.8f, 0, 0});
  const double period = kSpacing / 0.8;  // a column passes
  setup.probes = {named("f", flowThrough({0.24 + kSpacing, 0, 0}, {1, 0, 0}), 2 * period)};
  World world(perturbed(setup));
  world.examine();
  int samples = 0;
  while (world.time() < 10 * period) {
    world.step((std::floor(world.time() / period + 1e-6) + 1) * period);
    const auto row = world.probes().latest();
    if (row.empty() || world.time() < 3.5 * period) continue;
    EXPECT_NEAR(row[0], 12 * kSpacing * 0.8, 1e-4);
    ++samples;
  }
  EXPECT_EQ(samples, 4);
}

TEST(Probes, OnlyThoseThatAreDueMeasureAndTheFirstTimeAllDo) {
  WorldSetup setup = train(2, {0.1f, 0, 0});
  setup.probes = {named("often", pressureAt({0.1, 0.1, 0}), 0.01),
                  named("rare", velocityAt({0.1, 0.1, 0}), 0.02)};
  World world(perturbed(setup));
  EXPECT_EQ(world.probes().columns(),
            (std::vector<std::string>{"often.pressure[Pa]", "rare.velocityX[m/s]",
                                      "rare.velocityY[m/s]", "rare.velocityZ[m/s]"}));
  EXPECT_TRUE(world.probes().latest().empty());
  world.examine();
  EXPECT_FALSE(std::isnan(world.probes().latest()[1]));
  std::vector<double> often, rare;
  while (world.time() < 0.05) {
    world.step(0.05);
    const auto row = world.probes().latest();
    if (!row.empty() && !std::isnan(row[0])) often.push_back(world.time());
    if (!row.empty() && !std::isnan(row[1])) rare.push_back(world.time());
  }
  EXPECT_EQ(often.size(), 5u);
  EXPECT_EQ(rare.size(), 2u);
  EXPECT_EQ(often.back(), 0.05);
}

TEST(Probes, PointsWithoutFluidAreNotANumber) {
  EXPECT_TRUE(std::isnan(onlyValue(block(2, 4, 4), pressureAt({1, 1, 0}))));
  EXPECT_TRUE(std::isnan(onlyValue(block(3, 4, 4), velocityAt({1, 1, 0}))));
  EXPECT_FALSE(std::isnan(onlyValue(block(2, 4, 4), pressureAt({-0.01, 0.04, 0}))));
}

// Water half a metre wide and 0.4 m deep, at rest.
TEST(Probes, SettledTankHasPressureLevelAndWeight) {
  const double d = 0.025, H = 0.4, width = 0.5, rhoG = 9810;
  const auto world = makeWorld(parseScene(R"(format = 1
    world = { dimensions = 2, spacing = 0.025 }
    fluid = { name = "w", solver = "wcsph", fill = { box = [[0, 0], [0.5, 0.4]] } }
    solid = { name = "tank", mesh = { box = { corners = [[0, 0], [0.5, 0.8]], open = ["+y"] } } }
    probe = [ { name = "deep", pressure = [0.25, 0.1] }, { name = "high", pressure = [0.25, 0.3] },
              { name = "wall", pressure = [0, 0.2] }, { name = "level", height = [0.25, 0] },
              { name = "load", force = { solid = "tank", about = [0, 0] } },
              { name = "middle", force = "tank" } ])",
                                          "t.toml"));
  std::vector<double> mean(world->probes().columns().size());
  int samples = 0;
  while (world->time() < 3) {
    world->step(3);
    if (world->time() < 2) continue;
    const auto row = world->probes().latest();
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += row[k];
    ++samples;
  }
  for (double& value : mean) value /= samples;
  const double weight = rhoG * H * width;
  EXPECT_NEAR(mean[0], rhoG * (H - 0.1), 0.02 * rhoG * H);
  EXPECT_NEAR(mean[1], rhoG * (H - 0.3), 0.02 * rhoG * H);
  EXPECT_NEAR(mean[2], rhoG * (H - 0.2), 0.06 * rhoG * H);  // the row beside a wall reads high
  EXPECT_NEAR(mean[3], H, 0.25 * d);
  EXPECT_NEAR(mean[4], 0, 0.01 * weight);
  EXPECT_NEAR(mean[5], -weight, 0.01 * weight);
  EXPECT_NEAR(mean[9], -weight * width / 2, 0.01 * weight * width);
  EXPECT_NEAR(mean[15], 0, 0.01 * weight * width);
}

// The mean of a scene's probes over its last half, by column.
std::map<std::string, double> means(const std::string& scene, double until) {
  const auto world = makeWorld(parseScene(scene, "t.toml"));
  const std::vector<std::string>& columns = world->probes().columns();
  std::map<std::string, double> mean;
  int samples = 0;
  while (world->time() < until) {
    world->step(until);
    if (world->time() < until / 2) continue;
    for (std::size_t k = 0; k < columns.size(); ++k)
      mean[columns[k]] += world->probes().latest()[k];
    ++samples;
  }
  for (auto& [column, value] : mean) value /= samples;
  return mean;
}

const std::string kSunken = R"(format = 1
  world = { dimensions = 2, spacing = 0.025, domain = [[-1, -1, -1], [2, 2, 1]] }
  fluid = { name = "w", fill = { box = [[0, 0], [0.5, 0.4]] } }
  probe = { name = "load", force = { solid = "block", parts = true } }
  [[solid]]
  name = "tank"
  mesh = { box = { corners = [[0, 0], [0.5, 0.8]], open = ["+y"] } }
  [[solid]]
  name = "block"
  model = "rigid"
  density = 3000
  mesh = { box = [[0.2, 0.001], [0.3, 0.101]] }
  )";

TEST(Probes, GroundBearsWhatWaterDoesNotOfABlockThatLiesInIt) {
  const double weight = 3000 * 0.01 * 9.81, buoyancy = 1000 * 0.01 * 9.81;
  const auto sunken = means(kSunken, 1);
  const auto of = [&](const std::string& column) { return sunken.at("load." + column); };
  // Water does not come under it: what is above weighs on it, and the ground bears that, too.
  EXPECT_NEAR(of("pressureY[N/m]") + of("contactY[N/m]"), weight, 0.02 * weight);
  EXPECT_GT(std::abs(of("pressureY[N/m]")), 0.2 * buoyancy);
  EXPECT_NEAR(of("contactX[N/m]"), 0, 0.03 * weight);
  EXPECT_EQ(of("adhesionY[N/m]"), 0);
  EXPECT_NEAR(of("forceY[N/m]"),
              of("pressureY[N/m]") + of("viscosityY[N/m]") + of("adhesionY[N/m]"), 1e-9 * weight);

  const auto dry = means(kSunken + "coupling = \"none\"", 1);
  EXPECT_NEAR(dry.at("load.contactY[N/m]"), weight, 0.02 * weight);
  EXPECT_EQ(dry.at("load.forceY[N/m]"), 0);
}

TEST(Probes, FloorIsDraggedByViscosityAndPressedByPressure) {
  for (const std::string solver : {"wcsph", "pcisph", "dfsph"}) {
    const auto sliding = means(fmt::format(R"(format = 1
      world = {{ dimensions = 2, spacing = 0.02, domain = [[-3, -1, -1], [3, 2, 1]] }}
      fluid = {{ name = "w", solver = "{}", velocity = [1, 0], fill = {{ box = [[0, 0], [1, 0.1]] }} }}
      solid = {{ name = "floor", friction = 0.5, mesh = {{ box = [[-3, -0.1], [3, 0]] }} }}
      probe = {{ name = "load", force = {{ solid = "floor", parts = true }} }})",
                                           solver),
                               0.2);
    const auto of = [&](const std::string& column) { return sliding.at("load." + column); };
    const double weight = 1000 * 0.1 * 9.81;
    EXPECT_GT(of("viscosityX[N/m]"), 1) << solver;
    EXPECT_NEAR(of("pressureX[N/m]"), 0, 0.1 * of("viscosityX[N/m]")) << solver;
    // Artificial viscosity acts along the line between two that approach, so it presses, too.
    EXPECT_NEAR(of("pressureY[N/m]") + of("viscosityY[N/m]"), -weight, 0.1 * weight) << solver;
    EXPECT_LT(of("pressureY[N/m]"), -0.7 * weight) << solver;
  }
}

// However fluid and solid meet: the parts are all there is, and what slows a solid that is drawn
// through water is there.
TEST(Probes, PartsOfEveryCouplingAddUp) {
  const std::pair<std::string, std::string> couplings[] = {
      {"volumes", "friction = 0.5"},
      {"quadrature", "quadrature = { viscosity = 10, restDistance = 0.8, range = 1 }"},
      {"direct-forcing", "forcing = { slip = 0 }"}};
  for (const auto& [coupling, keys] : couplings) {
    const auto drawn = means(fmt::format(R"(format = 1
      world = {{ dimensions = 2, spacing = 0.025, domain = [[-1, -1, -1], [2, 2, 1]] }}
      fluid = {{ name = "w", solver = "wcsph", fill = {{ box = [[0, 0], [1, 0.4]] }} }}
      probe = {{ name = "load", force = {{ solid = "block", parts = true }} }}
      [[solid]]
      name = "tank"
      mesh = {{ box = {{ corners = [[0, 0], [1, 0.8]], open = ["+y"] }} }}
      [[solid]]
      name = "block"
      model = "rigid"
      density = 1000
      velocity = [1, 0]
      mesh = {{ box = [[0.2, 0.15], [0.4, 0.25]] }}
      coupling = "{}"
      {})",
                                         coupling, keys),
                             0.1);
    const auto of = [&](const std::string& column) { return drawn.at("load." + column); };
    EXPECT_GT(std::abs(of("pressureX[N/m]")), 1) << coupling;  // it swings
    EXPECT_LT(of("viscosityX[N/m]"), -0.1) << coupling;
    for (const char* axis : {"X[N/m]", "Y[N/m]"}) {
      const double sum = of(std::string("pressure") + axis) + of(std::string("viscosity") + axis) +
                         of(std::string("adhesion") + axis);
      EXPECT_NEAR(sum, of(std::string("force") + axis), 1e-6 * std::abs(sum)) << coupling;
    }
    // Nothing else touches it; in direct forcing impulses come between two advances.
    EXPECT_NEAR(of("contactX[N/m]"), 0, 1) << coupling;
    const double attraction = std::abs(of("adhesionX[N/m]")) + std::abs(of("adhesionY[N/m]"));
    EXPECT_EQ(attraction > 0, coupling == "quadrature") << coupling;
  }
}

TEST(Probes, FallingIsNoContact) {
  const auto falling = means(R"(format = 1
    world = { domain = [[-2, -9, -2], [2, 2, 2]] }
    probe = { name = "load", force = { solid = "ball", parts = true } }
    [[solid]]
    name = "ball"
    model = "rigid"
    mesh = { sphere = { centre = [0, 0, 0], radius = 0.1 } })",
                             0.3);
  const double weight = 1000 * 4.0 / 3 * M_PI * 0.001 * 9.81;
  EXPECT_NEAR(falling.at("load.contactY[N]"), 0, 1e-6 * weight);
}

TEST(Probes, WhatCannotBeMeasuredIsExplained) {
  const auto with = [](const ProbeQuantity& quantity) {
    WorldSetup setup = block(2, 4, 4);
    WorldSetup::Surface& tank = setup.surfaces.emplace_back();
    tank.solid = "tank";
    tank.samples.first = {{0, -0.1f, 0}};
    setup.probes = {named("gauge", quantity)};
    return errorOf(setup);
  };
  EXPECT_EQ(with(pressureAt({0, 0, 0})), "accepted");
  EXPECT_EQ(with(forceOn("tank")), "accepted");
  EXPECT_THAT(with(forceOn("tnak")),
              HasSubstr("probe gauge: there is no solid \"tnak\"; did you mean \"tank\"?"));
  EXPECT_THAT(with(pressureAt({0, 11, 0})), HasSubstr("probe gauge: lies outside of the domain"));
  EXPECT_THAT(with(flowThrough({0, 0, 0}, {0, 0, 0})), HasSubstr("normal"));
  EXPECT_THAT(with({}), HasSubstr("probe gauge: measures nothing"));
  WorldSetup huge = block(2, 4, 4);
  huge.domain = {{-1e9, -1e9, -1}, {1e9, 1e9, 1}};
  huge.probes = {named("gauge", heightAbove({0, 0, 0}))};
  EXPECT_THAT(errorOf(huge), HasSubstr("give it a smaller height.reach"));
}

}  // namespace
}  // namespace shoal
