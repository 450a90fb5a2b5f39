#include "shoal/core/timer.h"

#include <chrono>
#include <numeric>
#include <thread>

#include <gtest/gtest.h>

#include "shoal/output/phase_clock.h"

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
  ASSERT_NE(table.find("b/long"), std::string::npos);
  // A busy machine may make the short one long.
  EXPECT_EQ(table.find("b/long") < table.find("a/short"),
            timings().at("b/long").seconds > timings().at("a/short").seconds);
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
  EXPECT_DOUBLE_EQ(phaseSeconds("walls"), all.at("walls/forces").seconds);
  EXPECT_NEAR(phaseSeconds("fluid") + phaseSeconds("walls"),
              all.at("fluid/all").seconds + all.at("fluid/force").seconds, 1e-12);
}

TEST_F(TimerTest, LapsOfPhasesAndTheRestAddUpToTheWallTime) {
  PhaseClock clock;
  const auto lap = [&](double wallSeconds) {
    std::vector<double> seconds = clock.lap(wallSeconds);
    EXPECT_EQ(seconds.size(), PhaseClock::columns().size());
    return seconds;
  };
  const auto sum = [](const std::vector<double>& seconds) {
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
  };
  work("fluid/density", 1);
  work("something else", 1);
  const std::vector<double> first = lap(1000);
  EXPECT_NEAR(sum(first), 1000, 1e-9);
  EXPECT_EQ(first[1], timings().at("fluid/density").seconds);
  EXPECT_EQ(first[0], 0);
  work("neighbours/lists", 1);
  const std::vector<double> second = lap(3000);
  EXPECT_NEAR(sum(second), 2000, 1e-9);
  EXPECT_EQ(second[0], timings().at("neighbours/lists").seconds);
  EXPECT_EQ(second[1], 0);
  // A clock that says less than the phases took leaves nothing, not less.
  work("fluid/density", 1);
  EXPECT_EQ(lap(3000).back(), 0);
}

}  // namespace
}  // namespace shoal
