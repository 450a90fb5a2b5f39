#include "shoal/search/box_tree.h"

#include <algorithm>
#include <array>
#include <random>

#include <gtest/gtest.h>

#include "support/with_threads.h"

namespace shoal {
namespace {

template <class T>
Vec3<T> randomPoint(std::mt19937& random) {
  std::uniform_real_distribution<T> share(-1, 1);
  return {share(random), share(random), share(random)};
}

// Most are small, some very large.
template <class T>
std::vector<Box3<T>> randomBoxes(std::size_t count, std::mt19937& random) {
  std::vector<Box3<T>> boxes;
  for (std::size_t n = 0; n < count; ++n) {
    const Vec3<T> p = randomPoint<T>(random);
    boxes.push_back(Box3<T>{p, p}.grown(n % 50 ? T(0.01) : T(0.8)));
  }
  return boxes;
}

template <class T>
void build(BoxTree<T>& tree, const std::vector<Box3<T>>& boxes, bool byMedian) {
  if (!byMedian) return tree.build(boxes);
  std::vector<Vec3<T>> centres;
  for (const Box3<T>& box : boxes) centres.push_back(box.centre());
  tree.buildByMedian(boxes, centres);
}

template <class T>
std::vector<std::uint32_t> found(const BoxTree<T>& tree, const Box3<T>& box) {
  std::vector<std::uint32_t> items;
  tree.forEachOverlap(box, [&](std::uint32_t item) { items.push_back(item); });
  return items;
}

template <class T>
void expectToFindOverlaps(std::size_t count, bool byMedian, bool refitted) {
  std::mt19937 random(3);
  std::vector<Box3<T>> boxes = randomBoxes<T>(count, random);
  BoxTree<T> tree;
  build(tree, boxes, byMedian);
  if (refitted) {
    boxes = randomBoxes<T>(count, random);
    tree.refit(boxes);
  }
  for (int n = 0; n < 30; ++n) {
    const Vec3<T> p = randomPoint<T>(random);
    const Box3<T> box = Box3<T>{p, p}.grown(T(0.1));
    std::vector<std::uint32_t> expected;
    for (const std::uint32_t item : tree.order()) {
      const Box3<T> both{max(box.lower, boxes[item].lower), min(box.upper, boxes[item].upper)};
      if (!both.empty()) expected.push_back(item);
    }
    EXPECT_EQ(found(tree, box), expected) << count << " items";
  }
}

}  // namespace

TEST(BoxTree, FindsWhatOverlapsInItsOrder) {
  for (const std::size_t count : {0u, 1u, 4u, 5u, 9u, 1000u, 9000u})
    for (const bool byMedian : {false, true})
      for (const bool refitted : {false, true}) {
        expectToFindOverlaps<float>(count, byMedian, refitted);
        expectToFindOverlaps<double>(count, byMedian, refitted);
      }
}

TEST(BoxTree, OrdersEveryItemOnce) {
  std::mt19937 random(5);
  const std::vector<Box3d> boxes = randomBoxes<double>(5000, random);
  for (const bool byMedian : {false, true}) {
    BoxTree<double> tree;
    build(tree, boxes, byMedian);
    std::vector<std::uint32_t> order = tree.order();
    std::sort(order.begin(), order.end());
    ASSERT_EQ(order.size(), boxes.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
  }
}

TEST(BoxTree, NearestItemIsFoundAmongFew) {
  std::mt19937 random(7);
  std::vector<Box3d> points;
  for (int n = 0; n < 10'000; ++n) {
    const auto p = randomPoint<double>(random);
    points.push_back({p, p});
  }
  BoxTree<double> tree;
  build(tree, points, true);
  const auto squared = [](const Vec3d& p, const Box3d& box) {
    const Vec3d outside = max(max(box.lower - p, p - box.upper), Vec3d{});
    return dot(outside, outside);
  };
  for (int n = 0; n < 30; ++n) {
    const auto p = randomPoint<double>(random);
    double best = 100, least = 100;
    std::size_t tried = 0;
    tree.forEachSlotBelow(
        best, [&](const Box3d& box) { return squared(p, box); },
        [&](std::uint32_t slot) {
          ++tried;
          best = std::min(best, squared(p, points[tree.order()[slot]]));
        });
    for (const Box3d& point : points) least = std::min(least, squared(p, point));
    EXPECT_EQ(best, least);
    EXPECT_LT(tried, 300u);
  }
}

TEST(BoxTree, IsTheSameForAnyNumberOfThreads) {
  std::mt19937 random(9);
  const std::vector<Box3f> boxes = randomBoxes<float>(20'000, random);
  const auto build = [&] {
    BoxTree<float> tree;
    tree.build(boxes);
    return found(tree, Box3f{{-0.2f, -0.2f, -0.2f}, {0.2f, 0.2f, 0.2f}});
  };
  const std::vector<std::uint32_t> alone = withThreads(1, build);
  EXPECT_FALSE(alone.empty());
  for (const int threads : {2, 3, 8}) EXPECT_EQ(withThreads(threads, build), alone);
}

TEST(MovingBoxes, OverlapInAnyFrameIfTheirPointsMeet) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> share(0, 1);
  int apart = 0, hidden = 0;
  for (int n = 0; n < 1000; ++n) {
    // Two clouds that drift together; a point of each is at the same place at some time.
    const Vec3f drift = 20.f * randomPoint<float>(random), place = randomPoint<float>(random);
    const float when = share(random);
    std::array<MovingBox, 2> boxes;
    for (MovingBox& box : boxes)
      for (int k = 0; k < 4; ++k) {
        const Vec3f v = drift + randomPoint<float>(random);
        Vec3f start = place - when * v;
        if (k > 0) start += 0.3f * randomPoint<float>(random);
        box.extend({Box3f(start, start).grown(1e-4f), Box3f(start + v, start + v).grown(1e-4f)});
      }
    for (const Vec3f& way : {boxes[0].way(), boxes[1].way(), Vec3f{}})
      EXPECT_TRUE(overlap(boxes[0].seenFrom(way), boxes[1].seenFrom(way)));

    // Further apart than they come: the frame that drifts along tells, that at rest does not.
    const Vec3f away = 8.f * normalised(drift);
    const auto shifted = [&](const Box3f& b) { return Box3f(b.lower + away, b.upper + away); };
    const MovingBox further{shifted(boxes[1].start), shifted(boxes[1].end)};
    apart += !overlap(boxes[0].seenFrom(boxes[0].way()), further.seenFrom(boxes[0].way()));
    hidden += overlap(boxes[0].seenFrom({}), further.seenFrom({}));
  }
  EXPECT_GT(apart, 900);
  EXPECT_GT(hidden, 500);
}

TEST(MovingBoxes, ATreeFindsThoseThatOverlapInAFrame) {
  std::mt19937 random(8);
  std::vector<MovingBox> boxes;
  for (const Box3f& box : randomBoxes<float>(700, random)) {
    const Vec3f way = randomPoint<float>(random);
    boxes.push_back({box, {box.lower + way, box.upper + way}});
  }
  BoxTree<float, MovingBox> tree;
  tree.build(boxes);
  for (std::size_t n = 0; n < 30; ++n) {
    const Vec3f way = boxes[n].way();
    const auto meets = [&](const MovingBox& box) {
      return overlap(box.seenFrom(way), boxes[n].seenFrom(way));
    };
    std::vector<std::uint32_t> found, expected;
    tree.forEachSlot(meets, [&](std::uint32_t slot) {
      if (meets(tree.boxAt(slot))) found.push_back(tree.order()[slot]);
    });
    for (const std::uint32_t item : tree.order())
      if (meets(boxes[item])) expected.push_back(item);
    EXPECT_EQ(found, expected);
    EXPECT_GT(found.size(), 0u);
  }
}

}  // namespace shoal
