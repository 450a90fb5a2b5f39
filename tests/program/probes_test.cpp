// The tables of a run: probes, ledger and statistics.
#include <algorithm>
#include <cmath>

#include "program/program.h"

namespace shoal {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

constexpr const char* kProbes = R"(
[[probe]]
name = "corner"
pressure = [0.39, 0.02]

[[probe]]
name = "front"
height = { at = [0.42, 0] }
every = 0.005

[[probe]]
name = "gate"
flow = { point = [0.4, 0], normal = [1, 0] }
every = 0.01

[[probe]]
name = "sky"
velocity = [0.7, 0.7]

[[probe]]
name = "load"
force = "tank"
)";

class Tables : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    write("probed.toml", std::string(kSplash) + kProbes);
  }
};

TEST_F(Tables, ProbesHaveAColumnPerQuantityAndARowPerSample) {
  stateOf({"run", "probed.toml", "--out", "o"});
  stateOf({"run", "splash.toml", "--out", "bare"});
  for (const auto& frame : runFolder("bare").listFrames())
    EXPECT_EQ(contents(frame), contents(runFolder("o").frames() / frame.filename()))
        << "probes only look";
  EXPECT_EQ(contents(path("bare/ledger.csv")), contents(path("o/ledger.csv")));
  EXPECT_FALSE(std::filesystem::exists(path("bare/probes.csv")));
  const Table probes(path("o/probes.csv")), stats(path("o/stats.csv"));
  EXPECT_EQ(probes.size(), stats.size() + 1);
  EXPECT_EQ(probes.column("time").front(), 0);
  EXPECT_EQ(probes.column("time").back(), 0.05);
  EXPECT_GT(probes.column("corner.pressure[Pa]").back(), 100);
  EXPECT_TRUE(std::isnan(probes.column("sky.velocityX[m/s]").back()));
  EXPECT_LT(probes.column("load.forceY[N/m]").back(), -100);
  const auto samplesOf = [&](const char* column) {
    const auto values = probes.column(column);
    return std::count_if(values.begin(), values.end(), [](double v) { return !std::isnan(v); });
  };
  EXPECT_EQ(samplesOf("front.height[m]"), 11);
  EXPECT_EQ(samplesOf("gate.flow[m^2/s]"), 6);
  EXPECT_EQ(probes.column("front.height[m]").front(), 0);
  EXPECT_GT(probes.column("gate.volume[m^2]").back(), 0);
}

TEST_F(Tables, OfAResumedRunAreThoseOfAnUninterruptedOne) {
  const std::string state = stateOf({"run", "probed.toml", "--out", "whole"});
  for (const char* steps : {"0", "1", "37", "100"}) {
    stateOf({"run", "probed.toml", "--out", "parts", "--steps", steps});
    EXPECT_EQ(stateOf({"run", "probed.toml", "--out", "parts", "--resume"}), state);
    expectSameRecords("parts", "whole");
  }
  expectError({"run", "probed.toml", "--out", "parts", "--resume", "--set", "probe.gate.every=0"},
              1, "another probe[2].every than");
}

TEST_F(Tables, LedgerKeepsItsRhythm) {
  stateOf({"run", "splash.toml", "--out", "o", "--set", "run.ledgerEvery=0.01"});
  const Table ledger(path("o/ledger.csv"));
  ASSERT_EQ(ledger.size(), 5u);
  EXPECT_EQ(ledger.column("time").back(), 0.05);
  EXPECT_EQ(ledger.column("work").back(), 0);
  EXPECT_GT(Table(path("o/stats.csv")).size(), 100u);
}

TEST_F(Tables, StatisticsTellWhereTheTimeWent) {
  stateOf({"run", "splash.toml", "--out", "o", "--set", "run.statsEvery=10"});
  const Table stats(path("o/stats.csv")), ledger(path("o/ledger.csv"));
  for (const std::string& name : stats.names()) {
    if (!name.starts_with("seconds.")) continue;
    for (const double s : stats.column(name)) EXPECT_GE(s, 0);
  }
  EXPECT_GT(stats.column("seconds.fluid").back(), 0);
  EXPECT_GT(stats.column("seconds.neighbours").back(), 0);
  EXPECT_EQ(stats.column("iterations").back(), 0);
  EXPECT_EQ(stats.column("kinetic").back(), ledger.column("kinetic")[ledger.size() / 10 * 10 - 1]);
}

TEST_F(Tables, InfoTellsWhatWasMeasured) {
  stateOf({"run", "probed.toml", "--out", "o"});
  const Finished end = shoal({"info", "o"});
  EXPECT_EQ(end.exitCode, 0) << end.err;
  EXPECT_THAT(end.out, HasSubstr("probes.csv, last of "));
  EXPECT_THAT(end.out, ContainsRegex("corner.pressure\\[Pa\\] +[0-9.]+ +[0-9.]+ to [0-9.]+\n"));
  EXPECT_THAT(end.out, ContainsRegex("sky.velocityX\\[m/s\\] +nan *\n"));
  EXPECT_THAT(end.out, HasSubstr("  work "));
}

}  // namespace
}  // namespace shoal
