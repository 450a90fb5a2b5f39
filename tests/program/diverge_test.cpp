// A run that diverges says why, and leaves a state from before.
#include <algorithm>

#include "program/program.h"

namespace shoal {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

class Diverge : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    stateOf({"run", "splash.toml", "--out", "stable", "--steps", "1"});
    const double stable = Table(path("stable/stats.csv")).column("dt").front();
    tooLong_ = fmt::format("timeStep.fixed={}", 20 * stable);
  }
  std::string tooLong_;  // twenty times what the limiter chooses
};

TEST_F(Diverge, AStepTwentyTimesTooLongIsDiagnosed) {
  const Finished end =
      shoal({"run", "splash.toml", "--out", "o", "--until", "1", "--fps", "1", "--set", tooLong_});
  EXPECT_EQ(end.exitCode, 1);
  EXPECT_EQ(std::count(end.err.begin(), end.err.end(), '\n'), 1) << end.err;
  EXPECT_THAT(end.err,
              ContainsRegex("step [0-9]+ diverged at t = [0-9.e-]+ s: particle [0-9]+ at "));
  EXPECT_THAT(end.err, HasSubstr("thrown by pressure"));
  EXPECT_THAT(end.err, ContainsRegex("timeStep.fixed = [0-9.]+ s is (19|20|21)[0-9.]* times the "
                                     "longest stable step at the start"));
  EXPECT_THAT(end.err, HasSubstr("o/checkpoint.h5 holds the state at t = "));
  EXPECT_THAT(contents(path("o/log.txt")), HasSubstr("diverged"));
}

TEST_F(Diverge, TheStateFromBeforeCanBeReadAndGoesOnWithShorterSteps) {
  EXPECT_EQ(shoal({"run", "splash.toml", "--out", "o", "--set", tooLong_}).exitCode, 1);
  const Finished info = shoal({"info", "o"});
  EXPECT_EQ(info.exitCode, 0) << info.err;
  EXPECT_THAT(info.out, ContainsRegex("checkpoint +at t = [0-9.e-]+ s of 0.05 s\n"));
  const std::string state = stateOf({"run", "splash.toml", "--out", "o", "--resume"});
  EXPECT_EQ(state, stateOf({"run", "splash.toml", "--out", "whole"}));
  expectSameRecords("o", "whole");
}

}  // namespace
}  // namespace shoal
