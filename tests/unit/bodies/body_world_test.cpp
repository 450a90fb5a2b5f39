// Bodies that come and go while a world lives, and handles to solids.
#include "shoal/bodies/models/body_world.h"

#include <cmath>

#include <gtest/gtest.h>

#include "shoal/bodies/fem/fem_model.h"
#include "shoal/bodies/rigid/rigid_world.h"
#include "shoal/geometry/shapes/tetra_shapes.h"
#include "shoal/world/solids/solids.h"

namespace shoal {
namespace {

constexpr double kStep = 0.01;   // s
constexpr double kRadius = 0.1;  // m
const BodySpace kWeight{.gravity = {0, -9.81, 0}};

std::unique_ptr<BodyWorld> allModels() {
  auto world = std::make_unique<BodyWorld>(kWeight);
  world->use<RigidWorld>();
  world->use<FemModel>();
  return world;
}

SolidId addFloor(BodyWorld& world) {
  return world.add("rigid", "floor",
                   RigidBlueprint{.shape = BoxShape{{4, 1, 4}}, .start = {{0, -0.5, 0}, {}}});
}

SolidId addBall(BodyWorld& world, const std::string& name, const Vec3d& centre) {
  return world.add(
      "rigid", name,
      RigidBlueprint{
          .shape = SphereShape{kRadius}, .start = {centre, {}}, .params = RigidParams{}});
}

SolidId addBox(BodyWorld& world, const std::string& name, const Vec3d& centre) {
  return world.add(
      "rigid", name,
      RigidBlueprint{
          .shape = BoxShape{{0.4, 0.2, 0.4}}, .start = {centre, {}}, .params = RigidParams{}});
}

// A block of 0.4 m by 0.2 m by 0.4 m whose middle is above the origin.
FemBlueprint softBlock(double bottom) {
  FemBlueprint block{makeTetraBox({{-0.2, bottom, -0.2}, {0.2, bottom + 0.2, 0.2}}, {4, 2, 4})};
  block.params.material.young = 1e6;
  block.params.stiffnessDamping = 0.01;
  return block;
}

void advance(BodyWorld& world, double seconds) {
  const int steps = static_cast<int>(std::lround(seconds / kStep));
  for (int n = 0; n < steps; ++n) world.advance(n * kStep, kStep);
}

double heightOf(const BodyWorld& world, SolidId solid) {
  return world.parts(solid).front()->totals().centre.y;
}

std::vector<double> stateOf(const BodyWorld& world) {
  StateWriter state;
  world.save(state);
  return state.numbers();
}

TEST(BodyWorld, BallThatIsAddedMidRunLandsOnTheBoxBelow) {
  const auto world = allModels();
  addFloor(*world);
  const SolidId box = addBox(*world, "box", {0, 0.1, 0});
  advance(*world, 0.5);
  const SolidId ball = addBall(*world, "late", {0, 0.6, 0});
  advance(*world, 0.1);
  EXPECT_LT(heightOf(*world, ball), 0.58);  // it falls
  advance(*world, 1.5);
  EXPECT_NEAR(heightOf(*world, ball), 0.2 + kRadius, 0.01);
  EXPECT_NEAR(heightOf(*world, box), 0.1, 0.01);
}

TEST(BodyWorld, BallFallsWhenTheSoftBlockUnderItIsRemoved) {
  const auto world = allModels();
  addFloor(*world);
  const SolidId block = world->add("fem", "block", softBlock(0.005));
  const SolidId ball = addBall(*world, "ball", {0, 0.31, 0});
  advance(*world, 1);
  EXPECT_NEAR(heightOf(*world, ball), 0.2 + kRadius, 0.02);
  world->remove(block);
  EXPECT_FALSE(world->find("block"));
  EXPECT_THROW(world->parts(block), Error);
  EXPECT_THROW(world->remove(block), Error);
  advance(*world, 1);
  EXPECT_NEAR(heightOf(*world, ball), kRadius, 0.01);
}

TEST(BodyWorld, SoftBlockThatIsAddedMidRunCatchesTheBall) {
  const auto world = allModels();
  addFloor(*world);
  const SolidId ball = addBall(*world, "ball", {0, 0.5, 0});
  advance(*world, 0.1);
  world->add("fem", "block", softBlock(0.005));
  advance(*world, 1);
  EXPECT_NEAR(heightOf(*world, ball), 0.2 + kRadius, 0.02);
}

TEST(BodyWorld, PartsThatAreCutOffBelongToTheHandleOfTheirSolid) {
  const auto world = allModels();
  const SolidId one = world->add("fem", "one", softBlock(0));
  const SolidId two = world->add("fem", "two", softBlock(1));
  std::vector<std::uint32_t> tips;
  const BladeStroke stroke{.from = {{-1, 1.1, -1}, {-1, 1.1, 1}},
                           .to = {{1, 1.1, -1}, {1, 1.1, 1}}};
  world->modelOf(two).cut(two, stroke, tips);
  ASSERT_EQ(world->parts(two).size(), 2u);
  EXPECT_EQ(world->parts(two)[1]->name(), "two.1");
  EXPECT_EQ(world->parts(one).size(), 1u);

  // A solid that is added later is no part of it, and what broke stays its own after a removal.
  const SolidId three = world->add("fem", "three", softBlock(2));
  EXPECT_NE(three, two);
  world->remove(one);
  EXPECT_EQ(world->parts(two).size(), 2u);
  EXPECT_EQ(world->parts(three).size(), 1u);
  advance(*world, 0.05);
  world->remove(two);
  ASSERT_EQ(world->bodies().size(), 1u);
  EXPECT_EQ(world->bodies()[0]->solidId(), three);
  EXPECT_NE(world->add("fem", "one", softBlock(0)), one);
}

// The others keep their contacts, whatever their numbers are now.
TEST(BodyWorld, GoesOnAsOneThatNeverHadTheSolidThatWasRemoved) {
  const auto build = [](bool withOthers) {
    auto world = allModels();
    if (withOthers) addBall(*world, "first", {3, 0.3, 0});
    addFloor(*world);
    addBox(*world, "lower", {0, 0.1, 0});
    if (withOthers) addBall(*world, "second", {1, 0.1, 0});
    addBox(*world, "upper", {0.02, 0.3, 0});
    return world;
  };
  const auto once = build(true), never = build(false);
  advance(*once, 0.3);
  for (const std::string name : {"first", "second"}) once->remove(*once->find(name));
  const std::vector<double> saved = stateOf(*once);
  StateReader reader(saved);
  never->restore(reader);
  EXPECT_TRUE(reader.exhausted());
  advance(*once, 0.2);
  advance(*never, 0.2);
  EXPECT_EQ(stateOf(*once), stateOf(*never));
  EXPECT_NE(stateOf(*once), saved);
}

TEST(BodyWorld, JointsGoWithTheSolidThatTheyHold) {
  const auto world = allModels();
  const SolidId ball = addBall(*world, "ball", {0, 1, 0});
  const SolidId other = addBall(*world, "other", {0, 2, 0});
  JointParams joint;
  joint.body = "ball";
  joint.to = "other";
  joint.kind = JointKind::Fixed;
  joint.point = {0, 1.5, 0};
  world->model("rigid").join(joint);
  world->remove(other);
  advance(*world, 0.1);
  EXPECT_NEAR(heightOf(*world, ball), 1 - 9.81 * 0.01 / 2, 1e-6);
}

TEST(BodyWorld, RefusesWhatItCannotMake) {
  const auto world = allModels();
  addFloor(*world);
  EXPECT_THROW(addFloor(*world), Error);
  EXPECT_THROW(world->add("jelly", "block", softBlock(0)), Error);
  EXPECT_THROW(world->add("rigid", "block", softBlock(0)), Error);  // another model's blueprint
  EXPECT_EQ(world->bodies().size(), 1u);
  std::vector<std::uint32_t> tips;
  EXPECT_THROW(world->model("rigid").cut({}, {}, tips), Error);
  EXPECT_THROW(world->model("fem").join({}), Error);
}

// What is done to a solid ends with it.
TEST(Solids, RemovedSolidTakesItsEventsAlong) {
  SolidsSetup setup;
  setup.models = {makeBodyModel<FemModel>};
  setup.solids.push_back({"block", "fem", softBlock(0), {}});
  EventParams event;
  event.action.pull.emplace();
  event.action.pull->solid = "block";
  event.action.pull->point = {0, 0.1, 0};
  event.action.pull->to = {0, 1, 0};
  setup.events.push_back(event);
  Solids solids(setup, WorldParams{});
  solids.advance(0, 0.01);
  solids.remove(*solids.find("block"));
  solids.advance(0.01, 0.01);
  EXPECT_TRUE(solids.deforming().empty());
  EXPECT_FALSE(solids.find("block"));
}

}  // namespace
}  // namespace shoal
