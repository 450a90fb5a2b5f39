// How cloth moves: what it keeps, and what it survives.
#include <cmath>

#include <gtest/gtest.h>

#include "support/with_threads.h"
#include "test_sheets.h"

namespace shoal {
namespace {

// A square that spins and shears.
void launch(Cloth& cloth) {
  std::vector<Vec3d> x = cloth.surface().x, v;
  for (Vec3d& p : x) {
    p.y += 0.02 * std::sin(20 * p.x) * std::cos(15 * p.z);
    v.push_back(Vec3d{1, 2, 3} + cross(Vec3d{1, 5, 2}, p) + Vec3d{0, 4 * p.x * p.z, 0});
  }
  cloth.setMotion(x, v);
}

TEST(ClothMotion, FreeClothKeepsMomentumAndAngularMomentum) {
  TestWorld<ClothModel> world({});
  ClothModel& model = world.model;
  ClothParams params;
  params.tolerance = 0.1;  // however roughly a step is solved
  Cloth& cloth = model.add("square", makeSheet(0.5, 0.5, 16, 16), params);
  launch(cloth);
  const BodyTotals before = cloth.totals();
  advance(world, 1);
  const BodyTotals after = cloth.totals();
  EXPECT_DOUBLE_EQ(after.mass, before.mass);
  EXPECT_LT(length(after.momentum - before.momentum), 1e-10 * length(before.momentum));
  EXPECT_LT(length(after.angularMomentum - before.angularMomentum),
            1e-10 * length(before.angularMomentum));
  EXPECT_LE(after.kinetic + after.elastic, before.kinetic + before.elastic);
}

TEST(ClothMotion, ClothFallsAsGravitySaysAndForcesPush) {
  TestWorld<ClothModel> world({0, -10, 0});
  ClothModel& model = world.model;
  ClothParams params;
  Cloth& cloth = model.add("square", makeSheet(0.5, 0.5, 8, 8), params);
  const std::vector<Vec3d> push(cloth.surface().x.size(), Vec3d{0.01, 0, 0});
  for (int n = 0; n < 10; ++n) {
    cloth.addForces(push);
    world.advance(0.01 * n, 0.01);
  }
  const BodyTotals sums = cloth.totals();
  EXPECT_NEAR(sums.momentum.y, -sums.mass, 1e-9);
  EXPECT_NEAR(sums.momentum.x, 0.01 * 81 * 0.1, 1e-9);
  world.advance(0.1, 0.01);  // forces are forgotten
  EXPECT_NEAR(cloth.totals().momentum.x, 0.01 * 81 * 0.1, 1e-9);
}

TEST(ClothMotion, StretchedThreefoldItComesBack) {
  TestWorld<ClothModel> world({});
  ClothModel& model = world.model;
  Cloth& cloth = model.add("strip", makeSheet(0.3, 0.1, 30, 10, true), {});
  std::vector<Vec3d> x = cloth.surface().x;
  const double area = 0.3 * 0.1;
  for (Vec3d& p : x) p.x *= 3;
  cloth.setMotion(x, std::vector<Vec3d>(x.size()));
  const double stored = cloth.totals().elastic;
  double most = 0;
  for (int n = 0; n < 300; ++n) {
    world.advance(n / 60.0, 1.0 / 60);
    const BodyTotals sums = cloth.totals();
    most = std::max(most, sums.kinetic + sums.elastic);
  }
  EXPECT_GT(stored, 0.5 * 1e6 * 4 * area * 1e-3);
  EXPECT_LE(most, stored);
  EXPECT_LT(cloth.totals().elastic, 1e-3 * stored);
  // It may crumple, but its edges are as long as they were.
  const auto& places = cloth.surface().x;
  for (const SheetEdge& e : cloth.topology().edges) {
    const double rest = length(cloth.restPlaces()[e.b] - cloth.restPlaces()[e.a]);
    EXPECT_NEAR(length(places[e.b] - places[e.a]), rest, 0.1 * rest);
  }
}

TEST(ClothMotion, PinsHoldMoveAndLetGo) {
  TestWorld<ClothModel> world({0, -9.81, 0});
  ClothModel& model = world.model;
  Cloth& cloth = model.add("square", makeSheet(0.2, 0.2, 8, 8), {});
  cloth.pin(0);
  cloth.pin(8, 0.5);
  for (int n = 0; n < 30; ++n) {
    cloth.movePin(0, {0.001 * (n + 1), 0, 0});
    world.advance(n / 60.0, 1.0 / 60);
  }
  EXPECT_EQ(cloth.surface().x[0], (Vec3d{0.03, 0, 0}));
  EXPECT_EQ(cloth.surface().x[8], (Vec3d{0.2, 0, 0}));
  world.advance(0.5, 1.0 / 60);
  EXPECT_FALSE(cloth.isPinned(8));
  EXPECT_LT(cloth.surface().x[8].y, 0);
  cloth.release(0);
  const double y = cloth.totals().centre.y;
  for (int n = 0; n < 60; ++n) world.advance(1 + n / 60.0, 1.0 / 60);
  EXPECT_LT(cloth.totals().centre.y, y - 4);
  EXPECT_THROW(cloth.movePin(3, {}), Error);
  EXPECT_THROW(cloth.pin(10000), Error);
}

TEST(ClothMotion, TearsWhereItIsStrainedAndKeepsItsMass) {
  TestWorld<ClothModel> world({});
  ClothModel& model = world.model;
  ClothParams params;
  params.tearStrain = 0.5;
  // A strip with a notch at its middle.
  TriangleMesh mesh = makeSheet(0.4, 0.1, 40, 10);
  std::erase_if(mesh.triangles, [&](const Triangle& t) {
    const Vec3d middle = (mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]]) / 3.0;
    return std::abs(middle.x - 0.2) < 0.01 && middle.z < 0.03;
  });
  Cloth& cloth = model.add("strip", mesh, params);
  const std::size_t vertices = cloth.surface().x.size();
  const double mass = cloth.totals().mass;
  const auto pull = [&](double to) {
    for (int n = 0; n < 60; ++n) {
      for (std::uint32_t v = 0; v < vertices; ++v)
        if (cloth.isPinned(v))
          cloth.movePin(
              v, cloth.surface().x[v] + Vec3d{cloth.restPlaces()[v].x > 0.2 ? to / 60 : 0, 0, 0});
      world.advance(0, 1.0 / 60);
    }
  };
  for (std::uint32_t v = 0; v < vertices; ++v)
    if (cloth.surface().x[v].x == 0 || cloth.surface().x[v].x == 0.4) cloth.pin(v);
  pull(0.04);
  EXPECT_EQ(cloth.surface().revision, 0u);
  pull(0.36);
  EXPECT_GT(cloth.surface().revision, 0u);
  EXPECT_EQ(cloth.topology().parts.size(), 2u);
  EXPECT_NEAR(cloth.totals().mass, mass, 1e-12 * mass);
  for (std::size_t v = vertices; v < cloth.surface().x.size(); ++v)
    EXPECT_NEAR(cloth.restPlaces()[v].x, 0.2, 0.05);  // beside the notch
}

// A flag that is pinned at two corners, pushed and torn.
std::vector<double> flagState(int steps, std::vector<double> from = {}) {
  TestWorld<ClothModel> world({0, -9.81, 0});
  ClothModel& model = world.model;
  ClothParams params;
  params.tearStrain = 0.02;
  params.young = 1e5;
  Cloth& cloth = model.add("flag", makeSheet(0.6, 0.6, 46, 46), params);
  launch(cloth);
  cloth.pin(0);
  cloth.pin(46, 0.1);
  int first = 0;
  if (!from.empty()) {
    StateReader reader(from);
    model.restore(reader);
    EXPECT_TRUE(reader.exhausted());
    first = 4;
  }
  for (int n = first; n < steps; ++n) world.advance(n / 60.0, 1.0 / 60);
  StateWriter writer;
  model.save(writer);
  return writer.numbers();
}

TEST(ClothMotion, SameBitsOnAnyNumberOfThreads) {
  const auto one = withThreads(1, [] { return flagState(8); });
  EXPECT_TRUE(one == withThreads(2, [] { return flagState(8); }));
  EXPECT_TRUE(one == withThreads(3, [] { return flagState(8); }));
  EXPECT_FALSE(one == flagState(7));
}

TEST(ClothMotion, RestoredItGoesOnWithTheSameBits) {
  const auto half = flagState(4);
  EXPECT_TRUE(flagState(9) == flagState(9, half));
  auto broken = half;
  broken[5] = 1e9;
  EXPECT_THROW(flagState(9, broken), Error);
  broken.resize(100);
  EXPECT_THROW(flagState(9, broken), Error);
}

}  // namespace
}  // namespace shoal
