// CSV files that users write, and numbers over time.
#include "shoal/core/number_table.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/time_series.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class NumberTables : public testing::Test {
 protected:
  NumberTable read(const std::string& text) const {
    writeFileAtomically(folder_.path() / "a.csv", text);
    return readNumberTable(folder_.path() / "a.csv");
  }
  template <class Use>
  std::string errorOf(const std::string& text, Use&& use) const {
    try {
      use(read(text));
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  }
  std::string errorOf(const std::string& text) const {
    return errorOf(text, [](const NumberTable& table) { timesOf(table); });
  }
  TemporaryFolder folder_;
};

TEST_F(NumberTables, PassOverUnitsCommentsBlanksAndLineEndsOfOthers) {
  const NumberTable table =
      read("# measured in March\r\nt [s], x[m]\r\n\r\n0, 1.5\r\n  # pause\n0.5 ,-2e3");
  EXPECT_THAT(table.names, ElementsAre("t", "x"));
  EXPECT_THAT(timesOf(table), ElementsAre(0, 0.5));
  EXPECT_THAT(columnOf(table, "x"), ElementsAre(1.5, -2000));
}

TEST_F(NumberTables, ErrorsNameFileAndLine) {
  EXPECT_EQ(errorOf("t,x\n0,1\n"), "accepted");
  EXPECT_THAT(errorOf("t,x\n0,1\n# no\n1,one\n"), HasSubstr("a.csv:4: x: \"one\" is not a finite"));
  EXPECT_THAT(errorOf("t,x\n0,1\n1,nan\n"), HasSubstr("a.csv:3: x: \"nan\""));
  EXPECT_THAT(errorOf("t,x\n0,1\n1\n"), HasSubstr("a.csv:3: has 1 values, but"));
  EXPECT_THAT(errorOf("t,x\n0,1\n0,2\n"), HasSubstr("a.csv:3: the time 0 s is not after 0 s"));
  EXPECT_THAT(errorOf("a,x\n0,1\n"), HasSubstr("a.csv:1: has no column \"t\"; it has a, x"));
  EXPECT_THAT(errorOf("t,x\n"), HasSubstr("a.csv: has no rows"));
  EXPECT_THAT(errorOf(""), HasSubstr("has no rows"));
  EXPECT_THAT(errorOf("t,x\n0,\x1b[2J\n"), HasSubstr("\"?[2J\""));
  EXPECT_THROW(readNumberTable(folder_.path() / "none.csv"), Error);
}

TEST(TimeSeries, HasTheGivenValuesAndStaysAtTheEnds) {
  for (const Interpolation how : {Interpolation::Linear, Interpolation::Cubic}) {
    const TimeSeries series({0, 1, 3}, {2, 4, -1}, how);
    EXPECT_EQ(series(-1), 2);
    EXPECT_DOUBLE_EQ(series(0), 2);
    EXPECT_DOUBLE_EQ(series(1), 4);
    EXPECT_DOUBLE_EQ(series(3), -1);
    EXPECT_EQ(series(9), -1);
  }
  EXPECT_DOUBLE_EQ(TimeSeries({0, 1, 3}, {2, 4, -1}, Interpolation::Linear)(2), 1.5);
  EXPECT_EQ(TimeSeries({5}, {7}, Interpolation::Cubic)(1), 7);
}

// A sine by 20 points a period: the error of cubics is far smaller, and slopes do not jump.
TEST(TimeSeries, CubicsFollowASine) {
  std::vector<double> times, values;
  for (int k = 0; k <= 40; ++k) {
    times.push_back(k * M_PI / 10);
    values.push_back(std::sin(times.back()));
  }
  const TimeSeries linear(times, values, Interpolation::Linear),
      cubic(times, values, Interpolation::Cubic);
  double worstLinear = 0, worstCubic = 0;
  for (double t = 1; t < 11; t += 0.01) {
    worstLinear = std::max(worstLinear, std::abs(linear(t) - std::sin(t)));
    worstCubic = std::max(worstCubic, std::abs(cubic(t) - std::sin(t)));
  }
  EXPECT_GT(worstLinear, 0.01);
  EXPECT_LT(worstCubic, 0.002);
  const double at = times[13], h = 1e-6;
  EXPECT_NEAR((cubic(at + h) - cubic(at)) / h, (cubic(at) - cubic(at - h)) / h, 1e-4);
}

}  // namespace
}  // namespace shoal
