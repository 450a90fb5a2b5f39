#include "shoal/core/box.h"

#include <gtest/gtest.h>

namespace shoal {
namespace {

constexpr Box3d kBox{{-1, 0, 2}, {1, 4, 2.5}};

TEST(Box, DefaultIsEmptyAndContainsNothing) {
  EXPECT_TRUE(Box3d{}.empty());
  EXPECT_FALSE(Box3d{}.contains({}));
  EXPECT_EQ(Box3d{}.size(), Vec3d{});
}

TEST(Box, SizeAndCentreFollowTheCorners) {
  EXPECT_EQ(kBox.size(), (Vec3d{2, 4, 0.5}));
  EXPECT_EQ(kBox.centre(), (Vec3d{0, 2, 2.25}));
}

TEST(Box, ExtendingAnEmptyBoxByAPointGivesThatPoint) {
  Box3d box;
  box.extend(Vec3d{3, -4, 5});
  EXPECT_EQ(box, (Box3d{{3, -4, 5}, {3, -4, 5}}));
  EXPECT_FALSE(box.empty());
  EXPECT_TRUE(box.contains({3, -4, 5}));
}

TEST(Box, ExtendedBoxIsTheSmallestThatContainsBoth) {
  Box3d box = kBox;
  box.extend(Vec3d{0, -1, 3});
  EXPECT_EQ(box, (Box3d{{-1, -1, 2}, {1, 4, 3}}));
  box.extend(Box3d{{-2, 0, 0}, {0, 5, 0}});
  EXPECT_EQ(box, (Box3d{{-2, -1, 0}, {1, 5, 3}}));
}

TEST(Box, ExtendingByAnEmptyBoxChangesNothing) {
  Box3d box = kBox;
  box.extend(Box3d{});
  EXPECT_EQ(box, kBox);
}

TEST(Box, ContainsItsFacesAndNothingBeyond) {
  EXPECT_TRUE(kBox.contains(kBox.lower));
  EXPECT_TRUE(kBox.contains(kBox.upper));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Vec3d below = kBox.centre(), above = kBox.centre();
    below[axis] = kBox.lower[axis] - 1e-9;
    above[axis] = kBox.upper[axis] + 1e-9;
    EXPECT_FALSE(kBox.contains(below));
    EXPECT_FALSE(kBox.contains(above));
  }
}

TEST(Box, InvertedAlongOneAxisIsEmpty) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Box3d box = kBox;
    box.upper[axis] = box.lower[axis] - 1;
    EXPECT_TRUE(box.empty());
  }
}

TEST(Box, GrowsOnEverySideAndShrinksToNothing) {
  EXPECT_EQ(kBox.grown(0.5), (Box3d{{-1.5, -0.5, 1.5}, {1.5, 4.5, 3}}));
  EXPECT_FALSE(kBox.grown(-0.25).empty());
  EXPECT_TRUE(kBox.grown(-0.26).empty());
}

}  // namespace
}  // namespace shoal
