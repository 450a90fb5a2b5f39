// A body model that a program adds to the library, as scenes use it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/scene/assemble/solid_geometry.h"
#include "shoal/world/solids/solids.h"
#include "support/scene_world.h"

namespace shoal {

struct TestFallingParams {
  double weight = 1;
};

template <>
struct Describe<TestFallingParams> {
  static Entries entries() {
    using P = TestFallingParams;
    return {Param{"weight", &P::weight, 0.0, 10.0, "", "Factor on gravity."}};
  }
};

namespace {

struct FallingBlueprint {
  Vec3d x;  // m
  double weight = 1;
};

// Points that fall.
class Falling final : public BodyModel {
 public:
  class Point final : public Body {
   public:
    Point(const std::string& called, const FallingBlueprint& blueprint)
        : Body(called), weight_(blueprint.weight) {
      surface_.x = {blueprint.x};
      surface_.v = {{}};
    }
    const BodySurface& surface() const override { return surface_; }
    BodyTotals totals() const override {
      BodyTotals sums;
      sums.mass = 1;
      sums.centre = surface_.x[0];
      return sums;
    }
    void addForces(std::span<const Vec3d> force) override { surface_.v[0] += force[0]; }
    void fall(const Vec3d& gravity, double dt) {
      surface_.v[0] += dt * weight_ * gravity;
      surface_.x[0] += dt * surface_.v[0];
    }

   private:
    BodySurface surface_;
    double weight_;
  };

  explicit Falling(const BodySpace& space) : gravity_(space.gravity) {}

  std::string_view name() const override { return "testFalling"; }
  Body& add(SolidId solid, const std::string& called, const std::any& blueprint) override {
    points_.push_back(
        std::make_unique<Point>(called, blueprintAs<FallingBlueprint>(blueprint, name())));
    points_.back()->setSolidId(solid);
    bodies_.push_back(points_.back().get());
    return *points_.back();
  }
  void remove(SolidId solid) override {
    const auto isOf = [&](const auto& point) { return point->solidId() == solid; };
    std::erase_if(bodies_, isOf);
    std::erase_if(points_, isOf);
  }
  std::span<Body* const> bodies() const override { return bodies_; }
  void advance(double, double dt) override {
    for (const auto& point : points_) point->fall(gravity_, dt);
  }
  void save(StateWriter&) const override {}
  void restore(StateReader&) override {}

 private:
  Vec3d gravity_;
  std::vector<std::unique_ptr<Point>> points_;
  std::vector<Body*> bodies_;
};

AssembledSolid assembleFalling(const SceneSolid& solid, const WorldParams& world) {
  TriangleMesh mesh = surfaceMesh(solid, world.spacing).mesh;
  const FallingBlueprint blueprint{mesh.bounds().centre(),
                                   solid.parameters<TestFallingParams>().weight};
  return {blueprint, std::move(mesh), "", 0};
}

// The one entry that a program has to add.
void addFalling() {
  static const bool once = [] {
    SolidModel model{{"testFalling", "Points that fall.", &parametersOf<TestFallingParams>()}};
    model.make = makeBodyModel<Falling>;
    model.assemble = assembleFalling;
    KindTable<SolidModel>::add(model);
    return true;
  }();
  static_cast<void>(once);
}

const std::string kBox = "mesh = { box = [[-1, 0, -1], [1, 2, 1]] }\n";

Scene solidScene(const std::string& solid) {
  addFalling();
  return parseScene(
      "format = 1\nworld.gravity = [0, -10, 0]\n[[solid]]\nname = \"point\"\n" + kBox + solid,
      "point.toml");
}

TEST(AddedModel, OneEntryMakesItsSolidsAndMovesThem) {
  const auto velocityOf = [](const Scene& scene) {
    const auto world = makeWorld(scene);
    while (world->time() < 0.1) world->step(0.1);
    return world->solids()->partsOf("point").front()->surface().v[0].y;
  };
  EXPECT_NEAR(velocityOf(solidScene("model = \"testFalling\"\n")), -1, 1e-12);
  EXPECT_NEAR(velocityOf(solidScene("model = \"testFalling\"\nweight = 3\n")), -3, 1e-12);
}

// States and checkpoints hold the models one after the other.
TEST(AddedModel, ComesAfterThoseOfTheLibrary) {
  const Assembly assembly = assemble(solidScene("model = \"rigid\"\n"));
  std::vector<std::string> names;
  for (const BodyModelMaker& make : assembly.solids->models)
    names.emplace_back(make(BodySpace{})->name());
  EXPECT_THAT(names, testing::ElementsAre("rigid", "fem", "cloth", "testFalling"));
}

TEST(AddedModel, ItsParametersAreRefusedForOtherModels) {
  try {
    makeWorld(solidScene("model = \"rigid\"\ntestFalling = { weight = 2 }\n"));
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "point.toml:3:1: solid[0].testFalling: is of no use to a rigid solid; say model = "
                 "\"testFalling\"");
  }
}

TEST(AddedModel, TakesNoWordThatIsThere) {
  EXPECT_THROW(KindTable<SolidModel>::add({{"rigid", "Another one."}}), Error);
}

}  // namespace
}  // namespace shoal
