#include "shoal/core/timer.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace shoal {
namespace {

void work(const char* name, int milliseconds) {
  const Timed timed{name};
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

class TimerTest : public testing::Test {
 protected:
  void SetUp() override { clearTimings(); }
  void TearDown() override { clearTimings(); }
};

TEST_F(TimerTest, LivesOfOneNameAddUp) {
  work("density", 4);
  work("density", 3);
  work("pressure", 0);
  ASSERT_EQ(timings().size(), 2u);
  EXPECT_EQ(timings().at("density").calls, 2);
  EXPECT_GE(timings().at("density").seconds, 0.007);
  EXPECT_EQ(timings().at("pressure").calls, 1);
  EXPECT_LT(timings().at("pressure").seconds, timings().at("density").seconds);
}

TEST_F(TimerTest, NothingIsCountedBeforeTheEnd) {
  const Timed timed{"density"};
  EXPECT_TRUE(timings().empty());
}

TEST_F(TimerTest, OuterTimeIncludesInnerTime) {
  {
    const Timed outer{"fluid"};
    work("fluid/density", 2);
  }
  EXPECT_GE(timings().at("fluid").seconds, timings().at("fluid/density").seconds);
}

TEST_F(TimerTest, ClearingForgetsEverything) {
  work("density", 0);
  clearTimings();
  EXPECT_TRUE(timings().empty());
}

TEST_F(TimerTest, TableListsTheLongestFirst) {
  work("a/short", 0);
  work("b/long", 3);
  const std::string table = timingTable(1);
  ASSERT_NE(table.find("a/short"), std::string::npos);
  EXPECT_LT(table.find("b/long"), table.find("a/short"));
}

TEST_F(TimerTest, TableGivesShareOfTheWallTime) {
  work("density", 2);
  EXPECT_NE(timingTable(timings().at("density").seconds).find("100.0%"), std::string::npos);
  EXPECT_NE(timingTable(4 * timings().at("density").seconds).find("25.0%"), std::string::npos);
  EXPECT_NE(timingTable(0).find(" 0.0%"), std::string::npos);
}

TEST_F(TimerTest, NoMomentOfAPhaseCountsTwice) {
  {
    const Timed outer{"fluid/all"};
    work("fluid/density", 4);
    work("walls/forces", 4);
  }
  work("fluid/force", 2);
  work("fluids/of/others", 2);
  const auto& all = timings();
  EXPECT_DOUBLE_EQ(phaseSeconds("fluid"),
                   all.at("fluid/all").seconds + all.at("fluid/force").seconds);
  EXPECT_EQ(phaseSeconds("walls"), 0);
}

}  // namespace
}  // namespace shoal
