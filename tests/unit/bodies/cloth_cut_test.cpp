// Cloth under a blade.
#include <random>

#include <gtest/gtest.h>

#include "test_sheets.h"

namespace shoal {
namespace {

// Stands across the sheet at this x, and goes from one z to another.
Blade bladeAt(double x, double z) { return {{x, -0.1, z}, {x, 0.1, z}}; }

ClothParams softCloth() {
  ClothParams params;
  params.selfContact = false;
  return params;
}

void expectSameBulk(const BodyTotals& a, const BodyTotals& b) {
  EXPECT_NEAR(a.mass, b.mass, 1e-14);
  EXPECT_NEAR(length(a.centre - b.centre), 0, 1e-13);
  EXPECT_NEAR(length(a.momentum - b.momentum), 0, 1e-13);
}

// Spans a unit square, bent and moving every way.
std::unique_ptr<Cloth> wavyCloth() {
  auto cloth = std::make_unique<Cloth>("sheet", makeSheet(1, 1, 10, 10, true), softCloth());
  std::vector<Vec3d> x = cloth->surface().x, v;
  for (Vec3d& p : x) {
    p.y = 0.02 * std::sin(5 * p.x + 3 * p.z);
    v.push_back({std::sin(7 * p.x), p.z, std::cos(4 * p.z) - p.x});
  }
  cloth->setMotion(x, v);
  return cloth;
}

}  // namespace

TEST(ClothCut, StrokeAcrossPartsASheetAndKeepsItsBulk) {
  const auto cloth = wavyCloth();
  const BodyTotals before = cloth->totals();
  cloth->cut(bladeAt(0.3123, -0.5), bladeAt(0.3123, 1.5), 0);
  EXPECT_EQ(cloth->topology().parts.size(), 2u);
  expectSameBulk(before, cloth->totals());
  EXPECT_NEAR(cloth->totals().kinetic, before.kinetic, 0.02 * before.kinetic);
  EXPECT_NEAR(cloth->totals().elastic, before.elastic, 0.2 * before.elastic);
}

TEST(ClothCut, LeftPartWeighsItsShareAndNoPartCrossesTheBlade) {
  Cloth cloth("sheet", makeSheet(1, 1, 10, 10), softCloth());
  const double whole = cloth.totals().mass;
  cloth.cut(bladeAt(0.35, -0.5), bladeAt(0.35, 1.5), 0);
  ASSERT_EQ(cloth.topology().parts.size(), 2u);
  double left = 0;
  for (const Triangle& triangle : cloth.surface().triangles) {
    Box3d around;
    for (const std::uint32_t v : triangle) around.extend(cloth.surface().x[v]);
    EXPECT_TRUE(around.upper.x < 0.35 + 1e-12 || around.lower.x > 0.35 - 1e-12);
  }
  for (const std::uint32_t v : cloth.topology().parts.of(0)) left += 1 / cloth.inverseMass()[v];
  EXPECT_NEAR(left, 0.35 * whole, 1e-12);
}

TEST(ClothCut, StrokeInAnyDirectionPartsASheet) {
  std::mt19937 dice(1);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int k = 0; k < 40; ++k) {
    const auto cloth = wavyCloth();
    const BodyTotals before = cloth->totals();
    const Vec3d way = 2.0 * normalised(Vec3d{any(dice), 0, any(dice)}), up{0.1 * any(dice), 1, 0};
    const Vec3d middle{0.5 + 0.2 * any(dice), 0, 0.5 + 0.2 * any(dice)};
    const auto at = [&](double share) {
      return Blade{middle + share * way - up, middle + share * way + up};
    };
    const int strokes = k % 2 ? 37 : 1;
    std::vector<std::uint32_t> tips;
    for (int n = 0; n < strokes; ++n)
      tips = cloth->cut(at(-1 + 2.0 * n / strokes), at(-1 + 2.0 * (n + 1) / strokes), 0, tips);
    EXPECT_EQ(cloth->topology().parts.size(), 2u) << k;
    expectSameBulk(before, cloth->totals());
  }
}

TEST(ClothCut, StrokeAlongEdgesAddsNoTriangle) {
  Cloth cloth("sheet", makeSheet(1, 1, 10, 10), softCloth());
  const std::size_t triangles = cloth.surface().triangles.size(),
                    vertices = cloth.surface().x.size();
  cloth.cut(bladeAt(0.5, -0.5), bladeAt(0.5, 1.5), 0);
  EXPECT_EQ(cloth.surface().triangles.size(), triangles);
  EXPECT_EQ(cloth.surface().x.size(), vertices + 11);
  EXPECT_EQ(cloth.topology().parts.size(), 2u);
}

TEST(ClothCut, BladeThatMissesChangesNothing) {
  Cloth cloth("sheet", makeSheet(1, 1, 10, 10), softCloth());
  const std::uint64_t revision = cloth.surface().revision;
  const auto tips = cloth.cut({{2, -1, -1}, {2, 1, -1}}, {{2, -1, 2}, {2, 1, 2}}, 0);
  EXPECT_TRUE(tips.empty());
  EXPECT_EQ(cloth.surface().revision, revision);
  EXPECT_EQ(cloth.surface().x.size(), 121u);
}

TEST(ClothCut, SheetThatIsCutHalfWayHangsOnAndOneThatIsCutFalls) {
  const auto lowest = [](bool goesOn) {
    TestWorld<ClothModel> world({0, -9.81, 0});
    ClothModel& model = world.model;
    Cloth& cloth = model.add("sheet", makeSheet(1, 1, 10, 10, true), softCloth());
    for (std::uint32_t i = 0; i < 121; ++i)
      if (cloth.surface().x[i].x < 0.01) cloth.pin(i);
    const auto tips = cloth.cut(bladeAt(0.333, -0.5), bladeAt(0.333, 0.77), 0);
    EXPECT_EQ(cloth.topology().parts.size(), 1u);
    if (goesOn) cloth.cut(bladeAt(0.333, 0.77), bladeAt(0.333, 1.5), 0, tips);
    EXPECT_EQ(cloth.topology().parts.size(), goesOn ? 2u : 1u);
    advance(world, 1);
    double low = 0;
    for (const Vec3d& x : cloth.surface().x) low = std::min(low, x.y);
    return low;
  };
  EXPECT_GT(lowest(false), -1.5);
  EXPECT_NEAR(lowest(true), -9.81 / 2, 0.2);
}

TEST(ClothCut, CutSheetGoesOnFromACheckpoint) {
  const auto fresh = [] {
    auto world = std::make_unique<TestWorld<ClothModel>>(Vec3d{0, -9.81, 0});
    Cloth& cloth = world->model.add("sheet", makeSheet(1, 1, 10, 10, true), softCloth());
    for (const std::uint32_t corner : {0u, 10u, 110u}) cloth.pin(corner);
    return world;
  };
  const auto world = fresh(), other = fresh();
  auto& cloth = dynamic_cast<Cloth&>(*world->model.bodies()[0]);
  cloth.cut(bladeAt(0.333, -0.5), bladeAt(0.333, 0.77), 0);
  advance(*world, 0.2);
  StateWriter saved;
  world->model.save(saved);
  StateReader reader(saved.numbers());
  other->model.restore(reader);
  EXPECT_TRUE(reader.exhausted());
  advance(*world, 0.2);
  advance(*other, 0.2);
  EXPECT_EQ(world->model.bodies()[0]->surface().x, other->model.bodies()[0]->surface().x);
  EXPECT_EQ(world->model.bodies()[0]->surface().triangles,
            other->model.bodies()[0]->surface().triangles);
}

}  // namespace shoal
