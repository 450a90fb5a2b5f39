// Bodies of finite elements against solids, cloth and each other.
#include <cmath>

#include <gtest/gtest.h>

#include "shoal/bodies/cloth/cloth_model.h"
#include "shoal/bodies/fem/fem_model.h"
#include "shoal/bodies/rigid/rigid_world.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/geometry/shapes/tetra_shapes.h"
#include "support/with_threads.h"
#include "test_sheets.h"
#include "test_solid.h"

namespace shoal {
namespace {

constexpr double kGravity = 9.81;  // m/s^2
constexpr double kStep = 0.01;     // s, the longest that bodies take unless they are told otherwise
const Vec3d kDown{0, -kGravity, 0};

FemParams tissue(double young = 1e5) {
  FemParams params;
  params.material.young = young;
  return params;
}

FemBody& addCube(FemModel& model, const std::string& name, const Vec3d& lower, double size,
                 const FemParams& params, int cells = 4) {
  const Box3d box{lower, lower + Vec3d{size, size, size}};
  return model.add(
      std::make_unique<FemBody>(name, makeTetraBox(box, {cells, cells, cells}), params));
}

void throwAt(FemBody& body, const Vec3d& velocity) {
  body.solid().v.assign(body.solid().v.size(), velocity);
  body.showSurface();
}

double lowest(const Body& body) {
  double y = 1e9;
  for (const Vec3d& x : body.surface().x) y = std::min(y, x.y);
  return y;
}

double highest(const Body& body) {
  double y = -1e9;
  for (const Vec3d& x : body.surface().x) y = std::max(y, x.y);
  return y;
}

double fastest(const Body& body) {
  double speed = 0;
  for (const Vec3d& v : body.surface().v) speed = std::max(speed, length(v));
  return speed;
}

class Landing : public testing::TestWithParam<std::tuple<double, FemElements>> {};

TEST_P(Landing, SoftCubeComesToRestOnTheFloorThatCarriesItsWeight) {
  const auto& [young, elements] = GetParam();
  TestWorld<FemModel> world(kDown);
  FemModel& model = world.model;
  TestSolid floor(makePlane({0, 0, 0}, {0, 1, 0}, 4, 4));
  world.addObstacle(floor, 0.5);
  FemParams params = tissue(young);
  params.elements = elements;
  params.stiffnessDamping = 0.01;
  FemBody& cube = addCube(model, "cube", {0.1, 0.05, 0.03}, 0.2, params,
                          elements == FemElements::Linear ? 4 : 2);
  double t = 0, carried = 0;
  for (; t < 1.5; t += kStep) {
    world.advance(t, kStep);
    ASSERT_GT(lowest(cube), 0) << t;
  }
  for (int n = 0; n < 50; ++n) {
    world.advance(t + n * kStep, kStep);
    carried -= floor.felt.y / 50;
    ASSERT_GT(lowest(cube), 0);
  }
  const double weight = kGravity * cube.totals().mass;
  EXPECT_NEAR(carried, weight, 0.02 * weight);
  EXPECT_LT(length(floor.felt - Vec3d{0, floor.felt.y, 0}), 0.02 * weight);
  EXPECT_LT(fastest(cube), 0.03);
  EXPECT_NEAR(cube.totals().centre.y, 0.1, 0.02);
}

INSTANTIATE_TEST_SUITE_P(
    SoftAndStiff, Landing,
    testing::Values(std::tuple{2e4, FemElements::Linear}, std::tuple{1e5, FemElements::Linear},
                    std::tuple{1e7, FemElements::Linear}, std::tuple{1e5, FemElements::Quadratic}),
    [](const auto& of) {
      return wordOf(std::get<1>(of.param)) + std::to_string(int(std::log10(std::get<0>(of.param))));
    });

// Where things begin in touch, no distance tells which side they are on.
TEST(FemContact, CubeThatStartsExactlyOnTheFloorStaysAboveIt) {
  for (const double up : {1.0, -1.0}) {  // whichever way the floor faces
    TestWorld<FemModel> world(kDown);
    FemModel& model = world.model;
    TestSolid floor(makePlane({0, 0, 0}, {0, up, 0}, 4, 4));
    world.addObstacle(floor, 0.5);
    FemParams params = tissue();
    params.stiffnessDamping = 0.01;
    FemBody& cube = addCube(model, "cube", {0.1, 0, 0.03}, 0.2, params);
    for (double t = 0; t < 0.5; t += kStep) {
      world.advance(t, kStep);
      ASSERT_GT(lowest(cube), 0) << up << ' ' << t;
      ASSERT_LT(fastest(cube), 0.5) << up << ' ' << t;
    }
    EXPECT_NEAR(cube.totals().centre.y, 0.1, 0.02);
  }
}

// As scenes in the plane have it.
TEST(FemContact, SlabsOfDrawnOutTrianglesKeepTheDistanceOfTheirFineSide) {
  constexpr double kCell = 0.005;
  TestWorld<FemModel> world(kDown);
  FemModel& model = world.model;
  TestSolid floor(makePlane({0, 0, 0}, {0, 1, 0}, 4, 4));
  world.addObstacle(floor, 0.5);
  const Box3d box{{0, 2 * kCell, -0.5}, {4 * kCell, 6 * kCell, 0.5}};
  FemParams params = tissue();
  params.stiffnessDamping = 0.01;
  FemBody& slab =
      model.add(std::make_unique<FemBody>("slab", makeTetraBox(box, {4, 4, 1}), params));
  slab.hold(box, kAxisZ);
  for (double t = 0; t < 0.3; t += kStep) world.advance(t, kStep);
  EXPECT_GT(lowest(slab), 0);
  EXPECT_LT(lowest(slab), 0.1 * kCell);
}

// The acceleration along a slope of that many degrees, after the landing.
double slide(double degrees, double friction, double young) {
  const double angle = degrees * M_PI / 180;
  TestWorld<FemModel> world({kGravity * std::sin(angle), -kGravity * std::cos(angle), 0});
  FemModel& model = world.model;
  TestSolid slope(makePlane({0, 0, 0}, {0, 1, 0}, 20, 20));
  world.addObstacle(slope, friction);
  FemParams params = tissue(young);
  params.contact.friction = friction;
  params.stiffnessDamping = 0.01;
  FemBody& cube = addCube(model, "cube", {0, 0.003, 0}, 0.2, params);
  const auto speed = [&] { return cube.totals().momentum.x / cube.totals().mass; };
  double t = 0;
  for (; t < 0.8; t += kStep) world.advance(t, kStep);
  const double before = speed();
  for (int n = 0; n < 80; ++n) world.advance(t + n * kStep, kStep);
  return (speed() - before) / 0.8;
}

TEST(FemContact, CubeSticksBelowTheAngleOfFrictionAndSlidesAboveByCoulombsLaw) {
  constexpr double kFriction = 0.5;  // 26.6 degrees
  for (const double young : {1e5, 1e6}) {
    EXPECT_NEAR(slide(22, kFriction, young), 0, 0.02) << young;
    for (const double degrees : {31.0, 40.0}) {
      const double angle = degrees * M_PI / 180;
      const double law = kGravity * (std::sin(angle) - kFriction * std::cos(angle));
      EXPECT_NEAR(slide(degrees, kFriction, young), law, 0.05 * law) << degrees;
    }
  }
  EXPECT_NEAR(slide(20, 0, 1e5), kGravity * std::sin(M_PI / 9), 1e-3);
}

TEST(FemContact, CubesThatCollideKeepMomentumAndStayApart) {
  for (const FemIntegrator integrator : {FemIntegrator::ImplicitEuler, FemIntegrator::Midpoint})
    for (const FemElements elements : {FemElements::Linear, FemElements::Quadratic}) {
      TestWorld<FemModel> world({});
      FemModel& model = world.model;
      FemParams params = tissue();
      params.solver.integrator = integrator;
      params.elements = elements;
      const int cells = elements == FemElements::Linear ? 4 : 2;
      FemBody& one = addCube(model, "one", {0, 0, 0}, 0.2, params, cells);
      FemBody& other = addCube(model, "other", {0.03, 0.23, 0.05}, 0.2, params, cells);
      throwAt(one, {0, 5, 0});
      const Vec3d momentum = one.totals().momentum;
      for (int n = 0; n < 40; ++n) {
        world.advance(n * kStep, kStep);
        const Vec3d sum = one.totals().momentum + other.totals().momentum;
        ASSERT_LT(length(sum - momentum), 1e-11 * length(momentum))
            << wordOf(integrator) << wordOf(elements);
        ASSERT_LT(one.totals().centre.y + 0.05, other.totals().centre.y);
      }
      EXPECT_GT(other.totals().momentum.y, 0.5 * momentum.y);  // the other is the faster one now
      const double energy = one.totals().kinetic + one.totals().elastic + other.totals().kinetic +
                            other.totals().elastic;
      // The midpoint rule lets contact do a little work.
      const double most = integrator == FemIntegrator::Midpoint ? 1.1 : 1.0;
      EXPECT_LT(energy, most * 0.5 * 25 * one.totals().mass)
          << wordOf(integrator) << wordOf(elements);
    }
}

TEST(FemContact, FastCubeDoesNotPassAThinPlate) {
  for (const double speed : {5.0, 20.0}) {
    TestWorld<FemModel> world({});
    FemModel& model = world.model;
    TestSolid plate(makePlane({0, 0, 0}, {0, 1, 0}, 2, 2));
    world.addObstacle(plate, 0.5);
    FemBody& cube = addCube(model, "cube", {0.1, 0.03, 0}, 0.2, tissue(1e6));
    throwAt(cube, {0, -speed, 0});
    for (int n = 0; n < 50; ++n) {
      world.advance(n * kStep, kStep);
      ASSERT_GT(lowest(cube), 0) << speed << " " << n;
    }
    EXPECT_GT(cube.totals().momentum.y, 0);
  }
}

TEST(FemContact, FastCubeTakesAThinRigidPlateAlong) {
  BodyWorld world({});
  auto& rigid = world.use<RigidWorld>();
  RigidBody& plate = rigid.addDynamic("plate", BoxShape{{0.5, 0.02, 0.5}}, RigidParams{}, {});
  auto& model = world.use<FemModel>();
  FemBody& cube = addCube(model, "cube", {-0.1, 0.03, -0.1}, 0.2, tissue());
  throwAt(cube, {0, -5, 0});
  const double momentum = cube.totals().momentum.y;
  for (int n = 0; n < 50; ++n) {
    world.advance(n * kStep, kStep);
    double least = 1;
    for (const Vec3d& x : cube.surface().x) {
      const Vec3d seen = inverse(plate.pose())(x);
      if (std::max(std::abs(seen.x), std::abs(seen.z)) < 0.25) least = std::min(least, seen.y);
    }
    ASSERT_GT(least, 0.008) << n;  // of a plate that is 0.01 thick to either side
    ASSERT_NEAR(cube.totals().momentum.y + plate.totals().momentum.y, momentum, 1e-9 * -momentum);
  }
  EXPECT_LT(plate.velocity().y, -1);
}

TEST(FemContact, FastCubeIsCaughtByCloth) {
  BodyWorld world({});
  auto& fems = world.use<FemModel>();
  auto& cloths = world.use<ClothModel>();
  ClothParams params;
  params.density = 2000;
  params.thickness = 2e-3;
  TriangleMesh sheet = makeSheet(0.8, 0.8, 16, 16);
  transform(sheet, 1, {-0.4, 0, -0.4});
  Cloth& cloth = cloths.add("net", sheet, params);
  for (std::uint32_t v = 0; v < sheet.vertices.size(); ++v)
    if (std::max(std::abs(sheet.vertices[v].x), std::abs(sheet.vertices[v].z)) > 0.399)
      cloth.pin(v);
  FemBody& cube = addCube(fems, "cube", {-0.09, 0.03, -0.11}, 0.2, tissue());
  throwAt(cube, {0, -5, 0});
  for (int n = 0; n < 40; ++n) {
    world.advance(n * kStep, kStep);
    ASSERT_GT(lowest(cube), lowest(cloth)) << n;
  }
  EXPECT_GT(cube.totals().momentum.y, 0);
}

// A rigid box on a soft block on the floor.
struct Stacked {
  explicit Stacked(double density) : world(kDown), rigid(world.bodies.use<RigidWorld>()) {
    world.addObstacle(floor, 0.5);
    RigidParams params;
    params.density = density;
    box = &rigid.addDynamic("box", BoxShape{{0.15, 0.15, 0.15}}, params, {{0.1, 0.30, 0.1}, {}});
    FemParams soft = tissue();
    soft.stiffnessDamping = 0.01;
    block = &addCube(world.model, "block", {0, 0.01, 0}, 0.2, soft);
  }
  void advance() {
    world.advance(t, kStep);
    t += kStep;
  }

  double t = 0;
  TestSolid floor{makePlane({0, 0, 0}, {0, 1, 0}, 4, 4)};
  TestWorld<FemModel> world;
  RigidWorld& rigid;
  RigidBody* box;
  FemBody* block;
};

TEST(FemContact, RigidBoxRestsOnASoftBlockAndWeighsOnTheFloor) {
  for (const double density : {200.0, 1000.0, 5000.0}) {
    Stacked stack(density);
    while (stack.t < 3) stack.advance();
    double carried = 0;
    for (int n = 0; n < 50; ++n) {
      stack.advance();
      carried -= stack.floor.felt.y / 50;
    }
    const double weight = kGravity * (stack.box->mass() + stack.block->totals().mass);
    EXPECT_NEAR(carried, weight, 0.02 * weight) << density;
    EXPECT_LT(length(stack.box->velocity()), 0.02) << density;
    EXPECT_LT(length(stack.box->spin()), 0.2) << density;
    EXPECT_GT(lowest(*stack.block), 0);
    EXPECT_GT(lowest(*stack.box), 0.17);
    EXPECT_NEAR(stack.box->centre().x, 0.1, 0.03) << density;
  }
}

TEST(FemContact, PartsOfACutBlockLieOnEachOther) {
  TestWorld<FemModel> world(kDown);
  FemModel& model = world.model;
  TestSolid floor(makePlane({0, 0, 0}, {0, 1, 0}, 4, 4));
  world.addObstacle(floor, 0.5);
  FemParams params = tissue();
  params.stiffnessDamping = 0.01;
  FemBody& block = addCube(model, "block", {0, 0.005, 0}, 0.2, params);
  model.cut(block, {{-1, 0.105, -1}, {-1, 0.105, 1}}, {{1, 0.105, -1}, {1, 0.105, 1}});
  ASSERT_EQ(model.bodies().size(), 2u);
  for (double t = 0; t < 1; t += kStep) world.advance(t, kStep);
  const bool first = model.bodies()[0]->totals().centre.y > model.bodies()[1]->totals().centre.y;
  const Body &upper = *model.bodies()[first ? 0 : 1], &lower = *model.bodies()[first ? 1 : 0];
  EXPECT_GT(lowest(upper), highest(lower) - 0.005);
  EXPECT_LT(lowest(upper), highest(lower) + 0.005);
  EXPECT_LT(fastest(upper), 0.05);
  const double weight = kGravity * (upper.totals().mass + lower.totals().mass);
  EXPECT_NEAR(-floor.felt.y, weight, 0.05 * weight);
}

// Everything that a stack remembers.
std::vector<double> stateOf(const Stacked& stack) {
  StateWriter state;
  stack.world.bodies.save(state);
  return state.numbers();
}

TEST(FemContact, GivesTheSameBitsForAnyNumberOfThreads) {
  const auto run = [] {
    Stacked stack(1000);
    while (stack.t < 0.3) stack.advance();
    return stateOf(stack);
  };
  const auto once = withThreads(1, run);
  for (const int threads : {2, 3, 8}) EXPECT_EQ(withThreads(threads, run), once) << threads;
}

TEST(FemContact, GoesOnFromASavedStateWithTheSameBits) {
  Stacked first(1000);
  while (first.t < 0.2) first.advance();
  const std::vector<double> saved = stateOf(first);
  Stacked second(1000);
  StateReader reader(saved);
  second.world.bodies.restore(reader);
  EXPECT_TRUE(reader.exhausted());
  for (int n = 0; n < 15; ++n) {
    first.advance();
    second.advance();
  }
  EXPECT_EQ(stateOf(first), stateOf(second));
}

}  // namespace
}  // namespace shoal
