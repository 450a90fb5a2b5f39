#include "shoal/core/error.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace shoal {
namespace {

const std::vector<std::string> kNames{"young", "poisson", "density", "viscosity", "mesh"};

TEST(Place, TextNamesWhatIsKnown) {
  EXPECT_EQ((Place{"pool.toml", 41, 3}.text()), "pool.toml:41:3");
  EXPECT_EQ((Place{"pool.toml", 41, 0}.text()), "pool.toml:41");
  EXPECT_EQ((Place{"pool.toml", 0, 3}.text()), "pool.toml");
  EXPECT_EQ((Place{"", 41, 3}.text()), "");
}

TEST(Error, ReadsPlaceThenKeyThenMessage) {
  const Error error({"pool.toml", 41, 3}, "solid[0].yuong", "unknown");
  EXPECT_STREQ(error.what(), "pool.toml:41:3: solid[0].yuong: unknown");
  EXPECT_EQ(error.key(), "solid[0].yuong");
  EXPECT_EQ(error.place().line, 41);
}

TEST(Error, LeavesOutWhatIsNotKnown) {
  EXPECT_STREQ(Error({}, "fps", "is missing").what(), "fps: is missing");
  EXPECT_STREQ(Error({"a.obj", 2, 0}, "", "is cut short").what(), "a.obj:2: is cut short");
  EXPECT_STREQ(Error("the disk is full").what(), "the disk is full");
}

TEST(Error, FailFormatsItsMessage) {
  try {
    fail("{} of {} particles left", 3, "water");
    FAIL() << "fail() returned";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "3 of water particles left");
  }
}

TEST(NearestName, ForgivesOneSlipOfAnyKind) {
  EXPECT_EQ(nearestName("yung", kNames), "young");    // left out
  EXPECT_EQ(nearestName("yooung", kNames), "young");  // doubled
  EXPECT_EQ(nearestName("younh", kNames), "young");   // mistyped
  EXPECT_EQ(nearestName("yuong", kNames), "young");   // swapped
  EXPECT_EQ(nearestName("Density", kNames), "density");
}

// "forums" is two letters away; counted as two replacements, "from" would be no nearer.
TEST(NearestName, ASwapIsOneSlipNotTwo) {
  EXPECT_EQ(nearestName("form", std::vector<std::string>{"forums", "from"}), "from");
}

TEST(NearestName, TheNearestWinsNotTheFirst) {
  EXPECT_EQ(nearestName("densty", std::vector<std::string>{"dense", "density"}), "density");
}

TEST(NearestName, ForeignWordsAreNotGuessed) {
  EXPECT_FALSE(nearestName("temperature", kNames));
  EXPECT_FALSE(nearestName("", kNames));
  EXPECT_FALSE(nearestName("iisph", std::vector<std::string>{"dfsph", "wcsph", "pcisph"}));
  EXPECT_FALSE(nearestName("x", std::vector<std::string>{"up", "y"}));
  EXPECT_FALSE(nearestName("young", {}));
}

TEST(NearestName, DidYouMeanEndsTheMessageOrIsEmpty) {
  EXPECT_EQ(didYouMean("yuong", kNames), "; did you mean \"young\"?");
  EXPECT_EQ(didYouMean("temperature", kNames), "");
}

}  // namespace
}  // namespace shoal
