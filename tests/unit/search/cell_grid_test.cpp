#include "shoal/search/cell_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "unit/search/test_points.h"

namespace shoal {
namespace {

using Form = CellGrid::Form;
constexpr Form kForms[] = {Form::Plain, Form::Hashed};

CellGrid gridOf(const Points& points, float cellSize, int dimensions, Form form) {
  CellGrid grid(cellSize, dimensions, form);
  grid.build(points);
  return grid;
}

// The candidates for a place, by their number in the unsorted set, as often as they are named.
std::vector<std::uint32_t> candidatesFor(const CellGrid& grid, const Vec3f& place) {
  std::vector<std::uint32_t> named;
  const CellGrid::Candidates candidates = grid.candidates(place);
  for (int s = 0; s < candidates.count; ++s) {
    const CellGrid::Span span = candidates.spans[std::size_t(s)];
    for (std::uint32_t k = span.begin; k < span.end; ++k) named.push_back(grid.order()[k]);
  }
  std::sort(named.begin(), named.end());
  return named;
}

bool namesAllCloserThan(double radius, const Vec3f& place, const CellGrid& grid,
                        const Points& points) {
  const auto named = candidatesFor(grid, place);
  const auto near = closerThan(radius, place, points);
  return std::includes(named.begin(), named.end(), near.begin(), near.end());
}

TEST(CellGrid, OrderIsAPermutationThatSortsCoordinates) {
  for (const Form form : kForms) {
    const Points points = RandomPoints(3).even(500, 1);
    const CellGrid grid = gridOf(points, 0.1f, 3, form);
    std::vector<std::uint32_t> order(grid.order().begin(), grid.order().end());
    for (std::size_t k = 0; k < points.size(); ++k) {
      const Vec3f sorted{grid.sorted().x[k], grid.sorted().y[k], grid.sorted().z[k]};
      EXPECT_EQ(sorted, points[order[k]]);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::uint32_t> all(points.size());
    std::iota(all.begin(), all.end(), 0U);
    EXPECT_EQ(order, all);
  }
}

TEST(CellGrid, RefusesPointsThatAreNotFinite) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const Form form : {Form::Plain, Form::Hashed, Form::Automatic})
    for (const float bad : {std::nanf(""), kInfinity, -kInfinity})
      for (const std::size_t axis : {0u, 1u, 2u}) {
        Points points = RandomPoints(3).even(100, 1);
        points[57][axis] = bad;
        EXPECT_THROW(gridOf(points, 0.1f, 3, form), Error);
      }
}

TEST(CellGrid, PointsOfOneCellKeepTheirOrder) {
  for (const Form form : kForms) {
    const Points points = RandomPoints(2).even(500, 1);
    const CellGrid grid = gridOf(points, 0.2f, 2, form);
    for (std::size_t k = 1; k < points.size(); ++k) {
      const std::uint32_t a = grid.order()[k - 1], b = grid.order()[k];
      if (grid.cellOf(points[a]) == grid.cellOf(points[b])) {
        EXPECT_LT(a, b);
      }
    }
  }
}

TEST(CellGrid, SortedPointsStaySorted) {
  for (const Form form : kForms) {
    Points points = RandomPoints(3).even(500, 1);
    const CellGrid first = gridOf(points, 0.1f, 3, form);
    Points sorted;
    for (const std::uint32_t i : first.order()) sorted.push_back(points[i]);
    const CellGrid second = gridOf(sorted, 0.1f, 3, form);
    EXPECT_TRUE(std::is_sorted(second.order().begin(), second.order().end()));
    EXPECT_FALSE(std::is_sorted(first.order().begin(), first.order().end()));
  }
}

// Enough of them for parts to be sorted at the same time, where cells are few and where they are
// many, in the order of cells, nearly in it, and in none.
TEST(CellGrid, ManyPointsAreInTheOrderOfCellsAndThenInTheirOwn) {
  constexpr std::size_t kMany = 150000;
  for (const Form form : kForms)
    for (const float cell : {0.3f, 0.02f}) {
      Points points = RandomPoints(3).even(kMany, 1);
      bool moved = true;
      for (int round = 0; round < 3; ++round) {
        const CellGrid grid = gridOf(points, cell, 3, form);
        std::vector<bool> seen(kMany);
        const auto order = grid.order();
        std::size_t unsorted = 0;
        for (std::size_t k = 0; k < kMany; ++k) {
          seen[order[k]] = true;
          if (k == 0) continue;
          const auto a = grid.cellOf(points[order[k - 1]]), b = grid.cellOf(points[order[k]]);
          if (a == b && order[k - 1] >= order[k]) ++unsorted;
          if (!grid.hashed() && std::tie(a.z, a.y, a.x) > std::tie(b.z, b.y, b.x)) ++unsorted;
        }
        EXPECT_EQ(unsorted, 0U);
        EXPECT_EQ(std::count(seen.begin(), seen.end(), true), std::ptrdiff_t(kMany));
        Points sorted;
        for (const std::uint32_t i : order) sorted.push_back(points[i]);
        points = sorted;
        if (moved)
          for (std::size_t i = 0; i < kMany; ++i) points[i].z += 0.2f * cell * float(i % 3);
        moved = false;
      }
    }
}

TEST(CellGrid, CandidatesHoldEveryPointWithinOneCellSize) {
  bool twoCellsToo = true;
  for (const int dimensions : {2, 3})
    for (const Form form : kForms) {
      RandomPoints random(dimensions);
      const Points points = random.even(400, 1);
      const CellGrid grid = gridOf(points, 0.15f, dimensions, form);
      for (int k = 0; k < 200; ++k) {
        const Vec3f place = 1.4f * random.inCube(1) - Vec3f{0.2f, 0.2f, 0};
        EXPECT_TRUE(namesAllCloserThan(0.15, place, grid, points));
        twoCellsToo = twoCellsToo && namesAllCloserThan(0.3, place, grid, points);
      }
    }
  EXPECT_FALSE(twoCellsToo) << "the check accepts anything";
}

TEST(CellGrid, CollidingCellsNameNoPointTwice) {
  // 27 cells share the 13 buckets of five points: some collide.
  RandomPoints random(3);
  for (int round = 0; round < 100; ++round) {
    const Points points = random.even(5, 2);
    const CellGrid grid = gridOf(points, 1, 3, Form::Hashed);
    for (const Vec3f& place : points) {
      const auto named = candidatesFor(grid, place);
      EXPECT_EQ(std::adjacent_find(named.begin(), named.end()), named.end());
      EXPECT_TRUE(namesAllCloserThan(1, place, grid, points));
    }
  }
}

TEST(CellGrid, ScatteredPointsAreHashedAndFilledSpaceIsNot) {
  RandomPoints random(3);
  Points points = random.even(1000, 1);
  EXPECT_FALSE(gridOf(points, 0.1f, 3, Form::Automatic).hashed());
  points.push_back({2000, -3000, 500});
  const CellGrid grid = gridOf(points, 0.1f, 3, Form::Automatic);
  EXPECT_TRUE(grid.hashed());
  EXPECT_LT(grid.bytes(), 100'000U);
}

TEST(CellGrid, OutliersAtTheEndsOfFloatAreFound) {
  const float far = 3e38f;
  const Points points{{0, 0, 0}, {far, 0, 0}, {-far, far, -far}, {0.05f, 0, 0}};
  const CellGrid grid = gridOf(points, 0.1f, 3, Form::Automatic);
  EXPECT_TRUE(grid.hashed());
  for (const Vec3f& place : points) EXPECT_TRUE(namesAllCloserThan(0.1, place, grid, points));
}

TEST(CellGrid, NoPointsGiveNoCandidates) {
  for (const Form form : {Form::Automatic, Form::Plain, Form::Hashed}) {
    const CellGrid grid = gridOf({}, 0.1f, 3, form);
    EXPECT_EQ(grid.size(), 0U);
    EXPECT_TRUE(candidatesFor(grid, {0, 0, 0}).empty());
    EXPECT_TRUE(candidatesFor(grid, {1e30f, -5, 0}).empty());
  }
}

TEST(CellGrid, OnePointIsFoundFromItsCellAndNotFromAfar) {
  for (const Form form : kForms) {
    const CellGrid grid = gridOf({{7, -7, 7}}, 0.1f, 3, form);
    EXPECT_EQ(candidatesFor(grid, {7.05f, -7, 7}), std::vector<std::uint32_t>{0});
  }
  const CellGrid plain = gridOf({{7, -7, 7}}, 0.1f, 3, Form::Plain);
  EXPECT_TRUE(candidatesFor(plain, {8, -7, 7}).empty());
  EXPECT_TRUE(candidatesFor(plain, {-1e30f, 1e30f, 0}).empty());
}

TEST(CellGrid, RebuildingForgetsTheOldPoints) {
  CellGrid grid(0.1f, 3);
  grid.build(RandomPoints(3).even(1000, 1));
  const Points fewer{{5, 5, 5}, {5.05f, 5, 5}};
  grid.build(fewer);
  EXPECT_EQ(candidatesFor(grid, {5, 5, 5}), (std::vector<std::uint32_t>{0, 1}));
}

}  // namespace
}  // namespace shoal
