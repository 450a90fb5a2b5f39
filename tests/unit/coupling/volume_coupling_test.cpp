// Fluid and bodies that meet through volumes: what one gains the other loses, whatever the solver
// and the body.
#include "shoal/coupling/volumes/volume_coupling.h"

#include <gtest/gtest.h>

#include "shoal/sph/boundary/sample_volume.h"
#include "shoal/world/solids/solids.h"
#include "support/scene_world.h"
#include "unit/search/test_points.h"

namespace shoal {
namespace {

constexpr double kSpeed = 1;  // m/s, of the water that hits

// A block of water flies at a body that nothing holds, off its middle. Steps are short enough for
// rigid bodies to go along: in several steps for one of the fluid they would be pushed elsewhere
// than where the fluid pushed, which costs 1e-5 of the angular momentum.
Scene collision(int dimensions, const std::string& solver, const std::string& body) {
  const std::string fill = dimensions == 2 ? "[[-0.3, -0.1], [-0.06, 0.14]]"
                                           : "[[-0.18, -0.04, -0.05], [-0.06, 0.08, 0.07]]";
  return parseScene(fmt::format(R"toml(
    format = 1
    world = {{ dimensions = {}, spacing = 0.02, gravity = [0, 0, 0], domain = [[-9, -9, -9], [9, 9, 9]] }}
    timeStep = {{ maxStep = 0.004 }}
    [[fluid]]
    name = "water"
    solver = "{}"
    velocity = [{}, 0, 0]
    fill = {{ box = {} }}
    [[solid]]
    name = "body"
    {}
  )toml",
                                dimensions, solver, kSpeed, fill, body),
                    "collision.toml");
}

const std::string kBox =
    "model = \"rigid\"\ndensity = 500\nmesh = { box = [[-0.05, -0.1, -0.5], [0.05, 0.1, 0.5]] }";
const std::string kBall =
    "model = \"rigid\"\ndensity = 500\nmesh = { sphere = { centre = [0, 0, 0], radius = 0.05 } }";
const std::string kBlock =
    "model = \"fem\"\nmesh = { box = { corners = [[-0.05, -0.06, -0.06], [0.03, 0.06, 0.06]], "
    "cell = 0.04 } }\nyoung = 2e4\nlinearSolver = \"direct\"";
const std::string kSheet =
    "model = \"cloth\"\nmesh = { plane = { centre = [-0.04, 0, 0], normal = [1, 0, 0], "
    "size = [0.16, 0.16], cell = 0.04 } }\ndensity = 5000\nthickness = 2e-3";

struct Sum {
  Vec3d momentum, angular;  // kg m/s, kg m^2/s about the origin
  double levers = 0;        // kg m^2/s, sum of |x| |m v|: the scale of `angular`
};

// After a step of length dt. Weakly compressible fluid leaps: velocities are conserved half a step
// back, and those at whole steps are predicted from them.
Sum motionOf(const World& world, double back) {
  const BodyTotals body = world.ledger().solids;
  Sum sum{body.momentum, body.angularMomentum, length(body.centre) * length(body.momentum)};
  const FluidParticles& fluid = world.fluid();
  for (std::size_t i = 0; i < fluid.size(); ++i) {
    const Vec3d x(fluid.x[i]);
    const Vec3d p = double(fluid.mass(i)) * (Vec3d(fluid.v[i]) - back * Vec3d(fluid.a[i]));
    sum.momentum += p;
    sum.angular += cross(x, p);
    sum.levers += length(x) * length(p);
  }
  return sum;
}

struct Drift {
  double momentum = 0, angular = 0;  // largest, of the scale of each
  double handedOver = 0;             // share of the momentum that the body took
};

Drift driftOf(const Scene& scene, int steps) {
  const bool leaps = scene.fluids[0].solving.solver == "wcsph";
  const auto world = makeWorld(scene);
  const Sum start = motionOf(*world, 0);
  const double scale = length(start.momentum);
  Drift drift;
  for (int k = 0; k < steps; ++k) {
    const StepReport report = world->step(100);
    const Sum now = motionOf(*world, leaps ? report.dt / 2 : 0);
    drift.momentum = std::max(drift.momentum, length(now.momentum - start.momentum) / scale);
    drift.angular = std::max(drift.angular, length(now.angular - start.angular) / now.levers);
  }
  drift.handedOver = length(world->ledger().solids.momentum) / scale;
  return drift;
}

class Momentum : public testing::TestWithParam<std::string> {};

TEST_P(Momentum, OfWaterAndARigidBodyInThePlaneStays) {
  const Drift drift = driftOf(collision(2, GetParam(), kBox), 1000);
  EXPECT_GT(drift.handedOver, 0.05) << "nothing happens";
  EXPECT_LT(drift.momentum, 1e-5);
  EXPECT_LT(drift.angular, 1e-5);
}

TEST_P(Momentum, OfWaterAndARigidBodyInSpaceStays) {
  const Drift drift = driftOf(collision(3, GetParam(), kBall), 400);
  EXPECT_GT(drift.handedOver, 0.05) << "nothing happens";
  EXPECT_LT(drift.momentum, 1e-5);
  EXPECT_LT(drift.angular, 1e-5);
}

TEST_P(Momentum, OfWaterAndASoftBlockStays) {
  const Drift drift = driftOf(collision(3, GetParam(), kBlock), 1000);
  EXPECT_GT(drift.handedOver, 0.05) << "nothing happens";
  EXPECT_LT(drift.momentum, 1e-5);
}

TEST_P(Momentum, OfWaterAndClothStays) {
  const Drift drift = driftOf(collision(3, GetParam(), kSheet), 1000);
  EXPECT_GT(drift.handedOver, 0.05) << "nothing happens";
  EXPECT_LT(drift.momentum, 1e-5);
}

// The other coupling that every body can have.
TEST_P(Momentum, OfWaterAndBodiesThatMeetByQuadratureStays) {
  const std::string quadrature = "\ncoupling = \"quadrature\"\nquadrature = { viscosity = 1 }";
  for (const std::string& body : {kBall, kBlock, kSheet}) {
    const Drift drift = driftOf(collision(3, GetParam(), body + quadrature), 1000);
    EXPECT_GT(drift.handedOver, 0.05) << "nothing happens";
    EXPECT_LT(drift.momentum, 1e-5) << body;
  }
}

INSTANTIATE_TEST_SUITE_P(VolumeCoupling, Momentum, testing::Values("dfsph", "pcisph", "wcsph"),
                         [](const auto& one) { return one.param; });

TEST(VolumeCoupling, WeightShowsInTheMomentum) {
  Scene scene = collision(2, "dfsph", kBox);
  scene.world.gravity = {0, -1e-3, 0};
  EXPECT_GT(driftOf(scene, 100).momentum, 1e-5) << "or the check sees nothing";
}

// A box in a tank of water, of this many times the density of water.
Scene tank(const std::string& solver, double ratio) {
  return parseScene(fmt::format(R"toml(
    format = 1
    world = {{ dimensions = 2, spacing = 0.02 }}
    [[fluid]]
    name = "water"
    solver = "{}"
    fill = {{ box = [[0, 0], [0.5, 0.2]] }}
    [[solid]]
    name = "tank"
    mesh = {{ box = {{ corners = [[0, 0], [0.5, 0.6]], open = ["+y"] }} }}
    [[solid]]
    name = "body"
    model = "rigid"
    density = {}
    mesh = {{ box = [[0.2, 0.21], [0.3, 0.27]] }}
  )toml",
                                solver, 1000 * ratio),
                    "tank.toml");
}

class Stability : public testing::TestWithParam<std::string> {};

struct Trajectory {
  double fastest = 0, last = 0;  // m/s, of all and of the fluid at the end
  double height = 0;             // m, of the body at the end
  std::size_t escaped = 0;
};

Trajectory courseOf(const Scene& scene) {
  const auto world = makeWorld(scene);
  Trajectory course;
  while (world->time() < 1) {
    world->step(1);
    const Ledger ledger = world->ledger();
    course.last = ledger.fastest;
    course.height = ledger.solids.centre.y;
    course.fastest = std::max({course.fastest, ledger.fastest,
                               std::sqrt(2 * ledger.solids.kinetic / ledger.solids.mass)});
  }
  course.escaped = world->escaped();
  return course;
}

constexpr double kFree = 2.8;  // m/s, of a fall through twice the height of the water

TEST_P(Stability, ABodyOfATwentiethOfTheDensityFloats) {
  const Trajectory course = courseOf(tank(GetParam(), 0.05));
  EXPECT_LT(course.fastest, kFree);
  EXPECT_EQ(course.escaped, 0u);
  EXPECT_NEAR(course.height, 0.2 + 0.03, 0.02);
}

TEST_P(Stability, ABodyOfTwentyTimesTheDensityDipsIntoWater) {
  Scene scene = tank(GetParam(), 20);
  JointParams& spring = scene.joints.emplace_back();
  spring.kind = JointKind::Spring;
  spring.body = "body";
  spring.point = {0.25, 0.24, 0};
  spring.toPoint = Vec3d{0.25, 0.8, 0};
  spring.stiffness = 2e4;
  const Trajectory course = courseOf(scene);
  EXPECT_LT(course.fastest, kFree);
  EXPECT_EQ(course.escaped, 0u);
  EXPECT_GT(course.height, 0.24 - 2 * 0.06) << "the spring is as long as twice its weight says";
  EXPECT_LT(course.height, 0.25);
}

INSTANTIATE_TEST_SUITE_P(VolumeCoupling, Stability, testing::Values("dfsph", "pcisph", "wcsph"),
                         [](const auto& one) { return one.param; });

// Water squirts out from under it. With pcisph this diverges.
TEST(VolumeCoupling, AHeavyBodyLandsOnTheFloor) {
  for (const std::string solver : {"dfsph", "wcsph"}) {
    Scene scene = tank(solver, 20);
    scene.solids[0].mesh.box->open.clear();  // or drops leave through the top
    const Trajectory course = courseOf(scene);
    EXPECT_EQ(course.escaped, 0u) << solver;
    EXPECT_LT(course.last, kFree) << solver;
    const double lying = 0.03, standing = 0.05;
    EXPECT_NEAR(course.height, course.height < 0.04 ? lying : standing, 0.01) << solver;
  }
}

TEST(VolumeCoupling, ABodyThatRanAwayIsNamed) {
  Scene scene = tank("dfsph", 1);
  scene.solids[1].velocity = {0, 1e5, 0};
  try {
    makeWorld(scene)->step(1);
    FAIL() << "it went on";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("solid \"body\" diverged"), std::string::npos)
        << error.what();
  }
}

TEST(VolumeCoupling, VolumesAreFoundOnlyWhereFluidIsNear) {
  constexpr float kBefore = 7;  // m^3, of an earlier step
  const KernelChoice kernel{KernelKind::CubicSpline, 0.04f, 3, 1};
  BoundarySamples walls;
  CellGrid wallGrid(kernel.radius, 3), fluidGrid(kernel.radius, 3);
  const Points samples = RandomPoints(3).even(3000, 0.3f);
  wallGrid.build(samples);
  walls.set.resize(samples.size());
  for (std::size_t b = 0; b < samples.size(); ++b) walls.x[b] = samples[wallGrid.order()[b]];
  computeSampleVolumes(walls, wallGrid, kernel);
  const std::vector<float> all(walls.volume.begin(), walls.volume.end());

  for (float& volume : walls.volume) volume = kBefore;
  const Points fluid = RandomPoints(3, 5).even(200, 0.1f);
  fluidGrid.build(fluid);
  computeSampleVolumes(walls, wallGrid, kernel, &fluidGrid);
  std::size_t none = 0;
  for (std::size_t b = 0; b < walls.size(); ++b) {
    const bool near = !closerThan(double(kernel.radius), walls.x[b], fluid).empty();
    if (near) {
      EXPECT_EQ(walls.volume[b], all[b]);
    }
    EXPECT_NE(walls.volume[b], kBefore);
    if (walls.volume[b] == 0) ++none;
  }
  EXPECT_GT(none, walls.size() / 2);
}

}  // namespace
}  // namespace shoal
