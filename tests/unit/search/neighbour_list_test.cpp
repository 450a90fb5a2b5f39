#include "shoal/search/neighbour_list.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/with_threads.h"
#include "unit/search/test_lists.h"

namespace shoal {
namespace {

using Form = CellGrid::Form;
// By brute force, in the order of the points.
Lists expectedLists(const Points& points, double radius) {
  Lists lists;
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto near = closerThan(radius, points[i], points);
    near.erase(std::uint32_t(i));
    lists.emplace_back(near.begin(), near.end());
  }
  return lists;
}

// Every case of the law: plane and space, both forms of the grid, several sets of points.
template <class Check>
void forEachCase(Check&& check) {
  for (const int dimensions : {2, 3})
    for (const Form form : {Form::Plain, Form::Hashed}) {
      RandomPoints random(dimensions);
      const float cell = dimensions == 2 ? 0.06f : 0.15f;
      check("even", Sorted(random.even(1500, 1), cell, dimensions, form), cell);
      check("clustered", Sorted(random.clustered(600, 1), cell, dimensions, form), cell);
      check("one point", Sorted({{3, -2, 0}}, cell, dimensions, form), cell);
      check("no points", Sorted({}, cell, dimensions, form), cell);
      check("one place", Sorted(Points(50, {1, 1, 0}), cell, dimensions, form), cell);
    }
}

TEST(NeighbourList, NamesExactlyThePointsWithinTheRadius) {
  forEachCase([](const char* name, const Sorted& s, float radius) {
    EXPECT_EQ(sortedEach(ownLists(s, radius)), expectedLists(s.points, double(radius))) << name;
  });
}

TEST(NeighbourList, ARadiusBelowTheCellSizeIsRespected) {
  forEachCase([](const char* name, const Sorted& s, float cell) {
    const float radius = 0.4f * cell;
    EXPECT_EQ(sortedEach(ownLists(s, radius)), expectedLists(s.points, double(radius))) << name;
  });
}

TEST(NeighbourList, BruteForceWithAnotherRadiusIsToldApart) {
  const Sorted s(RandomPoints(3).even(1500, 1), 0.15f, 3, Form::Plain);
  EXPECT_NE(sortedEach(ownLists(s, 0.15f)), expectedLists(s.points, 0.1515));
}

TEST(NeighbourList, PointsExactlyAtTheRadiusAreLeftOut) {
  const Points points{{0, 0, 0}, {0.5f, 0, 0}, {0, -0.5f, 0}, {0, 0, 0.5f}};
  for (const Form form : {Form::Plain, Form::Hashed}) {
    const Sorted s(points, 0.6f, 3, form);
    EXPECT_EQ(pairsOf(ownLists(s, 0.5f)), 0U);
    EXPECT_EQ(pairsOf(ownLists(s, std::nextafter(0.5f, 1.f))), 6U);  // the origin with each other
  }
}

TEST(NeighbourList, OutliersSwitchToHashingAndChangeNoList) {
  RandomPoints random(3);
  const Points points = random.even(1000, 1);
  Points more = points;
  more.push_back({4000, 4000, 4000});
  const Sorted without(points, 0.15f, 3, Form::Automatic);
  const Sorted with(more, 0.15f, 3, Form::Automatic);
  EXPECT_FALSE(without.grid.hashed());
  EXPECT_TRUE(with.grid.hashed());
  const Lists lists = ownLists(with, 0.15f);
  EXPECT_EQ(sortedEach(lists), expectedLists(with.points, 0.15));
  EXPECT_EQ(pairsOf(lists), pairsOf(ownLists(without, 0.15f)));
}

TEST(NeighbourList, CollidingCellsDuplicateNobody) {
  RandomPoints random(3);
  for (int round = 0; round < 200; ++round) {
    const Sorted s(random.even(6, 2), 1, 3, Form::Hashed);
    EXPECT_EQ(sortedEach(ownLists(s, 1)), expectedLists(s.points, 1));
  }
}

TEST(NeighbourList, OtherPlacesSeeThePointsAroundThem) {
  for (const Form form : {Form::Plain, Form::Hashed}) {
    RandomPoints random(3);
    const Sorted s(random.even(1000, 1), 0.2f, 3, form);
    Points places = random.even(300, 1.5f);
    places.push_back(s.points[17]);  // sees the point it stands on
    places.push_back({-1e20f, 0, 0});
    NeighbourList list;
    list.build(places, s.grid, 0.2f, false);
    ASSERT_EQ(list.size(), places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::set<std::uint32_t> seen(list.of(i).begin(), list.of(i).end());
      EXPECT_EQ(seen.size(), list.of(i).size());
      EXPECT_EQ(seen, closerThan(double{0.2f}, places[i], s.points));
    }
    EXPECT_EQ(closerThan(double{0.2f}, places[300], s.points).count(17), 1U);
    EXPECT_TRUE(list.of(301).empty());
  }
}

TEST(NeighbourList, AnyNumberOfThreadsGivesTheSameLists) {
  for (const Form form : {Form::Plain, Form::Hashed}) {
    const Points points = RandomPoints(3).even(20 * kChunk + 100, 1);
    const auto lists = [&] { return ownLists(Sorted(points, 0.08f, 3, form), 0.08f); };
    const Lists alone = withThreads(1, lists);
    EXPECT_GT(pairsOf(alone), 10 * points.size());
    for (const int threads : {2, 3, 8}) EXPECT_EQ(withThreads(threads, lists), alone) << threads;
  }
}

// How many entries a list of blocks with offsets has, and how many that of others, on a lattice of
// these points a metre apart, where every list is known: all points in reach, each once.
struct EntryKinds {
  std::size_t offsets = 0, indices = 0;
};

EntryKinds checkLattice(int alongX, int alongY, int alongZ, const Period& period = {}) {
  constexpr float kReach = 1.2f;
  Points points;
  for (int k = 0; k < alongZ; ++k)
    for (int j = 0; j < alongY; ++j)
      for (int i = 0; i < alongX; ++i) points.push_back({float(i), float(j), float(k)});
  const Sorted s(points, kReach, 3, Form::Plain, period);
  NeighbourList list;
  list.build(s.points, s.grid, kReach, true);
  EntryKinds kinds;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const NeighbourList::Entries near = list.of(i);
    const Vec3f& x = s.points[i];
    const auto along = [](float at, int count, float repeats) {
      return repeats > 0 ? 2U : (at > 0 ? 1U : 0U) + (at < float(count - 1) ? 1U : 0U);
    };
    const std::size_t expected = along(x.x, alongX, period.length.x) +
                                 along(x.y, alongY, period.length.y) +
                                 along(x.z, alongZ, period.length.z);
    const std::set<std::uint32_t> seen(near.begin(), near.end());
    const bool right =
        near.size() == expected && seen.size() == expected &&
        std::all_of(seen.begin(), seen.end(), [&](std::uint32_t j) {
          return j < s.points.size() && j != i && length(period.shortest(x - s.points[j])) < kReach;
        });
    wrong += right ? 0 : 1;
    (near.offsets() ? kinds.offsets : kinds.indices) += near.size();
  }
  EXPECT_EQ(wrong, 0U);
  return kinds;
}

TEST(NeighbourList, OffsetsReachEveryPointOfSmallSets) {
  EXPECT_EQ(checkLattice(256, 256, 1).indices, 0U);  // the last of 2^16 has the largest offset
}

TEST(NeighbourList, OffsetsAreCountedFromWhereABlockIsInLargeSets) {
  const EntryKinds kinds = checkLattice(40, 50, 100);
  EXPECT_EQ(kinds.indices, 0U);
  EXPECT_GT(kinds.offsets, std::size_t{1} << 17);
}

TEST(NeighbourList, NeighboursTooFarApartForOffsetsHaveIndices) {
  const EntryKinds layers = checkLattice(300, 150, 4);  // 45 000 points in a layer
  EXPECT_GT(layers.indices, std::size_t{1} << 16);
  const EntryKinds repeating = checkLattice(30, 30, 100, {{}, {0, 0, 100}});
  EXPECT_GT(repeating.offsets, repeating.indices);
  EXPECT_GT(repeating.indices, 900U);
}

TEST(NeighbourList, RebuildingForgetsTheOldLists) {
  const Sorted many(RandomPoints(3).even(3 * kChunk, 1), 0.1f, 3, Form::Plain);
  const Sorted few(RandomPoints(3, 5).even(300, 1), 0.2f, 3, Form::Plain);
  NeighbourList list;
  list.build(many.points, many.grid, 0.1f, true);
  list.build(few.points, few.grid, 0.2f, true);
  EXPECT_EQ(listsOf(list), ownLists(few, 0.2f));
  EXPECT_EQ(list.pairs(), pairsOf(ownLists(few, 0.2f)));
  list.build({}, few.grid, 0.2f, false);
  EXPECT_EQ(list.size(), 0U);
  EXPECT_EQ(list.pairs(), 0U);
}

}  // namespace
}  // namespace shoal
