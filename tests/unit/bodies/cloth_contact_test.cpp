// Cloth against solids, other cloth and itself.
#include <cmath>

#include <gtest/gtest.h>

#include "shoal/geometry/shapes/mesh_shapes.h"
#include "support/with_threads.h"
#include "test_sheets.h"
#include "test_solid.h"

namespace shoal {
namespace {

TriangleMesh shifted(TriangleMesh mesh, const Vec3d& by) {
  transform(mesh, 1, by);
  return mesh;
}

void throwAt(Cloth& cloth, const Vec3d& velocity) {
  cloth.setMotion(cloth.surface().x, std::vector<Vec3d>(cloth.surface().x.size(), velocity));
}

double lowest(const Cloth& cloth) {
  double y = 1e9;
  for (const Vec3d& x : cloth.surface().x) y = std::min(y, x.y);
  return y;
}

TEST(ClothContact, ClothDrapedOverASphereStaysOutside) {
  TestWorld<ClothModel> world({0, -9.81, 0});
  ClothModel& model = world.model;
  TestSolid sphere(makeSphere({0, 0, 0}, 0.2, 3));
  world.addObstacle(sphere, 1);
  ClothParams params;
  params.bending = 1e-5;
  params.friction = 0.5;
  Cloth& cloth =
      model.add("drape", shifted(makeSheet(0.8, 0.8, 24, 24, true), {-0.4, 0.25, -0.4}), params);
  advance(world, 1.5);
  const double inradius = 0.2 * 0.99;  // of the sphere's triangles
  for (const Vec3d& x : cloth.surface().x) ASSERT_GT(length(x), inradius);
  EXPECT_LT(lowest(cloth), -0.1);            // it hangs
  EXPECT_GT(cloth.totals().centre.y, -0.2);  // and is held
  EXPECT_NEAR(sphere.felt.y, -9.81 * cloth.totals().mass, 0.1 * 9.81 * cloth.totals().mass);
}

TEST(ClothContact, FastClothDoesNotPassAThinPlate) {
  for (const double speed : {5.0, 50.0}) {
    TestWorld<ClothModel> world({0, -9.81, 0});
    ClothModel& model = world.model;
    TestSolid plate(makePlane({0, 0, 0}, {0, 1, 0}, 2, 2));
    world.addObstacle(plate, 0.3);
    Cloth& cloth =
        model.add("square", shifted(makeSheet(0.4, 0.4, 15, 15), {-0.21, 0.31, -0.19}), {});
    throwAt(cloth, {0, -speed, 0});
    for (int n = 0; n < 60; ++n) {
      world.advance(n / 60.0, 1.0 / 60);
      ASSERT_GT(lowest(cloth), 0) << speed;
    }
  }
}

TEST(ClothContact, PlateThatComesFastTakesClothAlong) {
  TestWorld<ClothModel> world({0, 0, 0});
  ClothModel& model = world.model;
  TestSolid plate(makePlane({0, -0.1, 0}, {0, 1, 0}, 2, 2), {0, 5, 0});
  world.addObstacle(plate, 0.3);
  Cloth& cloth = model.add("square", shifted(makeSheet(0.4, 0.4, 15, 15), {-0.2, 0, -0.2}), {});
  for (int n = 0; n < 12; ++n) {
    world.advance(n / 60.0, 1.0 / 60);
    plate.move(1.0 / 60);
    ASSERT_GT(lowest(cloth), plate.surface().x[0].y);
  }
  EXPECT_GT(lowest(cloth), 0.5);
}

TEST(ClothContact, FrictionHoldsClothOnASlopeUpToItsAngle) {
  const auto slide = [](double slope, double friction) {
    const Vec3d down = 9.81 * Vec3d{std::sin(slope), -std::cos(slope), 0};
    TestWorld<ClothModel> world(down);
    ClothModel& model = world.model;
    TestSolid plate(makePlane({0, 0, 0}, {0, 1, 0}, 20, 20));
    world.addObstacle(plate, friction);
    ClothParams params;
    params.friction = friction;
    Cloth& cloth = model.add("square", shifted(makeSheet(0.2, 0.2, 8, 8), {0, 0.0005, 0}), params);
    const double from = cloth.totals().centre.x;
    advance(world, 0.5);
    return cloth.totals().centre.x - from;
  };
  EXPECT_LT(std::abs(slide(std::atan(0.45), 0.5)), 1e-3);
  const double slope = std::atan(0.8), g = 9.81;
  const double expected = 0.5 * g * (std::sin(slope) - 0.5 * std::cos(slope)) * 0.25;
  EXPECT_NEAR(slide(slope, 0.5), expected, 0.03 * expected);
}

TEST(ClothContact, ClothsThatCollideKeepTheirMomentum) {
  TestWorld<ClothModel> world({});
  ClothModel& model = world.model;
  ClothParams heavy;
  heavy.density = 1500;
  Cloth& upper =
      model.add("upper", shifted(makeSheet(0.3, 0.3, 15, 15, true), {0.01, 0.05, 0.02}), heavy);
  Cloth& lower = model.add("lower", makeSheet(0.3, 0.3, 13, 13), {});
  throwAt(upper, {0, -5, 0});
  const Vec3d before = upper.totals().momentum + lower.totals().momentum;
  const Vec3d turning = upper.totals().angularMomentum + lower.totals().angularMomentum;
  advance(world, 0.2);
  const Vec3d after = upper.totals().momentum + lower.totals().momentum;
  const Vec3d turned = upper.totals().angularMomentum + lower.totals().angularMomentum;
  EXPECT_LT(length(after - before), 1e-10 * length(before));
  EXPECT_LT(length(turned - turning), 0.01 * length(turning));
  EXPECT_LT(lower.totals().centre.y, -0.2);  // it was hit
}

TEST(ClothContact, FastClothDoesNotPassATightCloth) {
  TestWorld<ClothModel> world({});
  ClothModel& model = world.model;
  Cloth& upper = model.add("upper", shifted(makeSheet(0.2, 0.2, 17, 17), {0.1, 0.05, 0.1}), {});
  Cloth& lower = model.add("lower", makeSheet(0.4, 0.4, 20, 20, true), {});
  const auto& tight = lower.surface().x;
  for (std::uint32_t v = 0; v < tight.size(); ++v)
    if (tight[v].x == 0 || tight[v].x == 0.4 || tight[v].z == 0 || tight[v].z == 0.4) lower.pin(v);
  throwAt(upper, {0, -5, 0});
  for (int n = 0; n < 30; ++n) {
    world.advance(n / 60.0, 1.0 / 60);
    for (const Vec3d& x : upper.surface().x) {
      const auto nearer = [&](const Vec3d& a, const Vec3d& b) {
        return std::hypot(a.x - x.x, a.z - x.z) < std::hypot(b.x - x.x, b.z - x.z);
      };
      ASSERT_GT(x.y, std::min_element(tight.begin(), tight.end(), nearer)->y - 0.01) << n;
    }
  }
}

TEST(ClothContact, ClothsPileUpOnAPlate) {
  TestWorld<ClothModel> world({0, -9.81, 0});
  ClothModel& model = world.model;
  TestSolid plate(makePlane({0, 0, 0}, {0, 1, 0}, 2, 2));
  world.addObstacle(plate, 0.3);
  ClothParams params;
  params.thickness = 4e-3;
  std::vector<Cloth*> pile;
  for (int n = 0; n < 4; ++n)
    pile.push_back(&model.add(
        "sheet", shifted(makeSheet(0.2, 0.2, 9 + n, 10), {0.003 * n, 0.02 * (n + 1), 0}), params));
  advance(world, 1);
  for (int n = 0; n < 4; ++n) EXPECT_NEAR(pile[n]->totals().centre.y, 2e-3 + 4e-3 * n, 1e-3) << n;
}

// The least distance between points of the cloth that were far apart.
double leastDistance(const Cloth& cloth) {
  double least = 1e9;
  const std::span<const Vec3d> x = cloth.surface().x, rest = cloth.restPlaces();
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (length(rest[i] - rest[j]) > 0.1) least = std::min(least, length(x[i] - x[j]));
  return least;
}

Cloth& addFoldingSheet(ClothModel& model, bool selfContact) {
  ClothParams params;
  params.selfContact = selfContact;
  params.thickness = 5e-3;
  params.bending = 1e-5;
  Cloth& cloth = model.add("sheet", makeSheet(0.4, 0.2, 30, 15), params);
  // The halves fall on each other.
  std::vector<Vec3d> v;
  for (const Vec3d& x : cloth.surface().x) v.push_back({0, 10 * std::abs(x.x - 0.2) - 1, 0});
  cloth.setMotion(cloth.surface().x, v);
  return cloth;
}

TEST(ClothContact, FoldedClothDoesNotPassItself) {
  for (const bool selfContact : {true, false}) {
    TestWorld<ClothModel> world({});
    ClothModel& model = world.model;
    Cloth& cloth = addFoldingSheet(model, selfContact);
    double least = 1;
    for (int n = 0; n < 60; ++n) {
      world.advance(n / 60.0, 1.0 / 60);
      least = std::min(least, leastDistance(cloth));
    }
    if (selfContact)
      EXPECT_GT(least, 4e-3);
    else
      EXPECT_LT(least, 4e-3);  // or the test could not fail
  }
}

std::vector<double> drapeState(int steps, std::vector<double> from = {}) {
  TestWorld<ClothModel> world({0, -9.81, 0});
  ClothModel& model = world.model;
  TestSolid sphere(makeSphere({0, 0, 0}, 0.2, 2));
  world.addObstacle(sphere, 0.5);
  ClothParams params;
  params.bending = 1e-5;
  model.add("one", shifted(makeSheet(0.8, 0.8, 46, 46), {-0.41, 0.21, -0.39}), params);
  Cloth& two = model.add("two", shifted(makeSheet(0.4, 0.4, 20, 20), {-0.21, 0.23, -0.19}), params);
  throwAt(two, {0, -3, 0});
  int first = 0;
  if (!from.empty()) {
    StateReader reader(from);
    model.restore(reader);
    first = 3;
  }
  for (int n = first; n < steps; ++n) world.advance(n / 60.0, 1.0 / 60);
  StateWriter writer;
  model.save(writer);
  return writer.numbers();
}

TEST(ClothContact, SameBitsOnAnyNumberOfThreadsAndAfterRestoring) {
  const auto one = withThreads(1, [] { return drapeState(6); });
  EXPECT_TRUE(one == withThreads(2, [] { return drapeState(6); }));
  EXPECT_TRUE(one == withThreads(3, [] { return drapeState(6); }));
  EXPECT_TRUE(one == drapeState(6, drapeState(3)));
  EXPECT_FALSE(one == drapeState(5));
}

}  // namespace
}  // namespace shoal
