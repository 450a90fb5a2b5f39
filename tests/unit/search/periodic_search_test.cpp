// Neighbours across the borders of space that repeats.
//
// Coordinates are whole numbers of kStep, so that differences, their images and their squares are
// exact: whoever is listed must be so in every form, and pairs at the radius itself are told apart.
#include <limits>
#include <set>
#include <string>
#include <utility>

#include <gmock/gmock.h>

#include "shoal/core/error.h"
#include "support/with_threads.h"
#include "unit/search/test_lists.h"

namespace shoal {
namespace {

using Form = CellGrid::Form;
constexpr Form kForms[] = {Form::Plain, Form::Hashed};
constexpr float kStep = 1.f / 1024;

// Where the points are: no length is a whole number of the cells below.
Period wholeBox(int dimensions) {
  if (dimensions == 2) return {{-0.25f, 0.5f, 0}, {1, 0.75f, 0}};
  return {{-0.25f, 0.5f, 2}, {1, 0.75f, 1.25f}};
}
float cellSize(int dimensions) { return (dimensions == 2 ? 72.f : 160.f) * kStep; }

Points pointsIn(const Period& box, std::size_t n, unsigned seed = 11) {
  RandomPoints random(3, seed);
  Points points(n);
  for (Vec3f& p : points) {
    p = box.lower;
    for (std::size_t axis = 0; axis < 3; ++axis)
      p[axis] += kStep * std::floor(random.uniform(0, box.length[axis] / kStep));
    p = box.wrapped(p);
  }
  return points;
}

// The box, repeating only along those axes whose bit is set.
Period repeatAlong(unsigned axes, Period box) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (!(axes >> axis & 1U)) box.length[axis] = 0;
  return box;
}

// Calls check(sorted, radius) for the plane and for space, each choice of axes, both forms.
template <class Check>
void forEachCase(Check&& check) {
  for (const int dimensions : {2, 3})
    for (unsigned axes = 1; axes < 1U << unsigned(dimensions); ++axes)
      for (const Form form : kForms) {
        SCOPED_TRACE(testing::Message() << dimensions << "D, axes " << axes << ", form "
                                        << (form == Form::Plain ? "plain" : "hashed"));
        const Period box = wholeBox(dimensions);
        const float cell = cellSize(dimensions);
        check(Sorted(pointsIn(box, 800), cell, dimensions, form, repeatAlong(axes, box)), cell);
      }
}

double squaredDistance(const Vec3f& a, const Vec3f& b, const Period& period) {
  double sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double d = double(a[axis]) - double(b[axis]), l = double(period.length[axis]);
    sum += std::min({sq(d - l), sq(d), sq(d + l)});
  }
  return sum;
}

// By brute force, in the order of the points.
Lists expectedLists(const Points& points, const Period& period, double radius) {
  Lists lists(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < points.size(); ++j)
      if (i != j && squaredDistance(points[i], points[j], period) < sq(radius))
        lists[i].push_back(std::uint32_t(j));
  return lists;
}

Lists expectedLists(const Sorted& s, double radius) {
  return expectedLists(s.points, s.grid.period(), radius);
}

// Pairs by the numbers that the points had before they were sorted.
std::set<std::pair<std::uint32_t, std::uint32_t>> pairsAsGiven(const Sorted& s, float radius) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  const Lists lists = ownLists(s, radius);
  for (std::size_t i = 0; i < lists.size(); ++i)
    for (const std::uint32_t j : lists[i]) pairs.insert({s.grid.order()[i], s.grid.order()[j]});
  return pairs;
}

TEST(PeriodicSearch, NamesExactlyThoseWhoseNearestImagesAreWithinTheRadius) {
  forEachCase([](const Sorted& s, float radius) {
    const Lists lists = sortedEach(ownLists(s, radius));
    EXPECT_EQ(lists, expectedLists(s, double(radius)));
    EXPECT_NE(lists, expectedLists(s, double(radius + kStep))) << "the check accepts any radius";
    EXPECT_NE(lists, expectedLists(s.points, {}, double(radius))) << "nobody sees across a border";
  });
}

TEST(PeriodicSearch, ARadiusBelowTheCellSizeIsRespected) {
  forEachCase([](const Sorted& s, float cell) {
    const float radius = 0.5f * cell;
    EXPECT_EQ(sortedEach(ownLists(s, radius)), expectedLists(s, double(radius)));
  });
}

TEST(PeriodicSearch, ThreeCellsAroundAreEnough) {
  for (const int dimensions : {2, 3})
    for (const Form form : kForms)
      for (const float length : {192 * kStep, 193 * kStep, 255 * kStep}) {
        const Period box{{-1, 2, 0}, {length, length, dimensions == 3 ? length : 0}};
        const float cell = 64 * kStep;
        const Sorted s(pointsIn(box, 300), cell, dimensions, form, box);
        EXPECT_EQ(sortedEach(ownLists(s, cell)), expectedLists(s, double(cell)));
      }
}

TEST(PeriodicSearch, PointsOnTheBordersSeeThoseAcross) {
  const Period box = wholeBox(3);
  const Vec3f upper = box.lower + box.length;
  Points points;
  for (const unsigned corner : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U}) {
    Vec3f p = box.lower;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (corner >> axis & 1U) p[axis] = std::nextafter(upper[axis], 0.f);
    points.push_back(p);
  }
  for (const Form form : kForms) {
    // All corners of a box that repeats are one place; else those along the axes that repeat.
    EXPECT_EQ(pairsOf(ownLists(Sorted(points, 0.2f, 3, form, box), kStep)), 8U * 7U);
    const Period slab = repeatAlong(3, box);
    EXPECT_EQ(pairsOf(ownLists(Sorted(points, 0.2f, 3, form, slab), kStep)), 8U * 3U);
    EXPECT_EQ(pairsOf(ownLists(Sorted(points, 0.2f, 3, form), kStep)), 0U);
  }
}

TEST(PeriodicSearch, PointsExactlyAtTheRadiusAcrossABorderAreLeftOut) {
  const Period box{{0, 0, 0}, {1, 1, 0}};
  const Points points{{0, 0.5f, 0}, {0.875f, 0.5f, 0}, {0, 0.625f, 0}};
  for (const Form form : kForms) {
    const Sorted s(points, 0.25f, 2, form, box);
    EXPECT_EQ(pairsOf(ownLists(s, 0.125f)), 0U);
    EXPECT_EQ(pairsOf(ownLists(s, std::nextafter(0.125f, 1.f))), 4U);
  }
}

TEST(PeriodicSearch, ShiftingAllPointsChangesNoPair) {
  for (const int dimensions : {2, 3})
    for (const Form form : kForms) {
      const Period box = wholeBox(dimensions);
      const float cell = cellSize(dimensions);
      const auto pairs = [&](const Points& points) {
        return pairsAsGiven(Sorted(points, cell, dimensions, form, box), cell);
      };
      const Points points = pointsIn(box, 800);
      const auto before = pairs(points);
      for (const float steps : {1.f, -17.f, 333.f, 3001.f}) {
        Points shifted = points;
        const Vec3f shift = kStep * Vec3f{steps, -2 * steps, dimensions == 3 ? 3 * steps : 0};
        for (Vec3f& p : shifted) p = box.wrapped(p + shift);
        EXPECT_EQ(pairs(shifted), before);
        shifted[0] = box.wrapped(shifted[0] + Vec3f{0.5f, 0, 0});
        EXPECT_NE(pairs(shifted), before) << "one point went its own way";
      }
    }
}

TEST(PeriodicSearch, OtherPlacesSeeThePointsAcross) {
  const Period box = wholeBox(3);
  for (const Form form : kForms) {
    const Sorted s(pointsIn(box, 800), cellSize(3), 3, form, box);
    Points places = pointsIn(box, 300, 5);
    places.push_back(s.points[17]);            // sees the point it stands on
    places.push_back(box.lower + box.length);  // where rounding may leave a place
    places.push_back(box.lower + 0.5f * Vec3f{box.length.x, 0, box.length.z});
    NeighbourList list;
    list.build(places, s.grid, cellSize(3), false);
    const Lists lists = sortedEach(listsOf(list));
    ASSERT_EQ(lists.size(), places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      std::vector<std::uint32_t> expected;
      for (std::size_t j = 0; j < s.points.size(); ++j)
        if (squaredDistance(places[i], s.points[j], box) < sq(double(cellSize(3))))
          expected.push_back(std::uint32_t(j));
      EXPECT_EQ(lists[i], expected);
    }
    EXPECT_THAT(lists[300], testing::Contains(17U));
  }
}

TEST(PeriodicSearch, EveryNeighbourIsANeighbourBack) {
  // Coordinates with all their digits, so that differences are rounded.
  const Period box{{-0.3f, 0.1f, 7.7f}, {0.9f, 0.7f, 1.1f}};
  for (const Form form : kForms) {
    Points points = RandomPoints(3).even(1500, 1);
    for (Vec3f& p : points) p = box.wrapped(box.lower + Vec3f{p.x * 0.9f, p.y * 0.7f, p.z * 1.1f});
    const auto pairs = pairsAsGiven(Sorted(points, 0.2f, 3, form, box), 0.2f);
    EXPECT_GT(pairs.size(), 10 * points.size());
    for (const auto& [i, j] : pairs) EXPECT_TRUE(pairs.count({j, i}));
  }
}

TEST(PeriodicSearch, AnyNumberOfThreadsGivesTheSameLists) {
  const Period box{{}, {1, 1, 1}};
  for (const Form form : kForms) {
    const Points points = RandomPoints(3).even(3 * kChunk + 100, 1);
    const auto lists = [&] { return ownLists(Sorted(points, 0.1f, 3, form, box), 0.1f); };
    const Lists alone = withThreads(1, lists);
    for (const int threads : {2, 8}) EXPECT_EQ(withThreads(threads, lists), alone) << threads;
  }
}

TEST(PeriodicSearch, AVastPeriodIsHashedAndStillClosed) {
  const Period box{{}, {1e20f, 1e6f, 0}};
  const Sorted s({{0, 0, 0}, {0, std::nextafter(1e6f, 0.f), 0}, {5e19f, 3, 0}}, 0.1f, 3,
                 Form::Automatic, box);
  EXPECT_TRUE(s.grid.hashed());
  EXPECT_LT(s.grid.bytes(), 10'000U);
  EXPECT_EQ(pairsAsGiven(s, 0.1f),
            (std::set<std::pair<std::uint32_t, std::uint32_t>>{{0, 1}, {1, 0}}));
}

TEST(PeriodicSearch, APeriodThatCannotBeIsRefusedWithWhatToChange) {
  const auto message = [](int dimensions, const Period& period) -> std::string {
    try {
      const CellGrid grid(0.25f, dimensions, Form::Automatic, period);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  using testing::HasSubstr;
  EXPECT_EQ(message(3, {{}, {0.75f, 0, 0.75f}}), "");
  const std::string tooShort = message(3, {{}, {1, 0.74f, 1}});
  EXPECT_THAT(tooShort, HasSubstr("along y every 0.74 m"));
  EXPECT_THAT(tooShort, HasSubstr("world.spacing"));
  EXPECT_THAT(message(2, {{}, {1, 1, 1}}), HasSubstr("plane"));
  EXPECT_THAT(message(3, {{}, {0, 0, -1}}), HasSubstr("along z every -1 m"));
  EXPECT_NE(message(3, {{}, {std::numeric_limits<float>::quiet_NaN(), 0, 0}}), "");
  EXPECT_NE(message(3, {{}, {std::numeric_limits<float>::infinity(), 0, 0}}), "");
  EXPECT_NE(message(3, {{std::numeric_limits<float>::quiet_NaN(), 0, 0}, {1, 0, 0}}), "");
}

}  // namespace
}  // namespace shoal
