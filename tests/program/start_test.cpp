// Runs that start from the state of another run.
#include "program/program.h"
#include "shoal/formats/particle_table.h"

namespace shoal {
namespace {

using testing::HasSubstr;

class Start : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    stateOf({"run", "splash.toml", "--out", "settled"});
    write("thick.toml",
          replaced(std::string(kSplash), "solver = \"wcsph\"",
                   "solver = \"dfsph\"\nviscosity = 50\nviscosityModel = \"implicit\"") +
              "[start]\nfrom = \"settled\"\n");
  }

  OwnedParticleTable frame(const std::string& run, std::size_t number) const {
    return readFrame(runFolder(run).listFrames().at(number), 100);
  }
};

TEST_F(Start, TakesOverParticlesAndBeginsAtTimeZero) {
  const Finished end = shoal({"run", "thick.toml", "--out", "o"});
  ASSERT_EQ(end.exitCode, 0) << end.err;
  EXPECT_THAT(end.out, HasSubstr("fluid \"water\": 400 particles taken over"));
  EXPECT_THAT(end.out, HasSubstr("at t = 0.05 s; time, motions and events begin at 0"));
  const OwnedParticleTable last = frame("settled", 5), first = frame("o", 0);
  EXPECT_EQ(first.time, 0);
  ASSERT_EQ(first.positions.size(), 400u);
  const auto sorted = [](std::vector<Vec3f> all) {
    std::sort(all.begin(), all.end(), [](const Vec3f& a, const Vec3f& b) {
      return std::pair(a.x, a.y) < std::pair(b.x, b.y);
    });
    return all;
  };
  EXPECT_EQ(sorted(first.positions), sorted(last.positions));
  EXPECT_NE(sorted(first.positions), sorted(frame("settled", 0).positions));
  EXPECT_EQ(Table(path("o/ledger.csv")).column("time").back(), 0.05);
}

// Also when the earlier run is gone.
TEST_F(Start, ResumedRunReachesTheSameBits) {
  const std::string state = stateOf({"run", "thick.toml", "--out", "whole"});
  EXPECT_EQ(stateOf({"run", "thick.toml", "--out", "again"}), state);
  stateOf({"run", "thick.toml", "--out", "parts", "--steps", "7"});
  std::filesystem::rename(path("settled"), path("elsewhere"));
  EXPECT_EQ(stateOf({"run", "parts/scene.toml", "--out", "parts", "--resume"}), state);
  expectSameRecords("parts", "whole");
}

TEST_F(Start, CheckTellsWhatIsTakenOver) {
  write("more.toml",
        contents(path("thick.toml")) +
            "[[fluid]]\nname = \"oil\"\nsolver = \"dfsph\"\nviscosityModel = \"implicit\"\n"
            "fill = { box = [[0.5, 0.5], [0.6, 0.6]] }\n");
  const Finished end = shoal({"check", "more.toml"});
  EXPECT_THAT(end.out, HasSubstr("note: start: fluid \"water\": 400 particles taken over"))
      << end.err;
  EXPECT_THAT(end.out, HasSubstr("fluid \"oil\" is not in that run and starts as the scene says"));
  EXPECT_THAT(end.out, HasSubstr("particles     425 of fluid"));
}

TEST_F(Start, WhatCannotBeTakenOverIsExplained) {
  expectError({"run", "thick.toml", "--out", "o", "--set", "world.spacing=0.01"}, 1,
              "has world.spacing = 0.02, and particles keep their size");
  expectError({"run", "thick.toml", "--out", "o", "--set", "start.from=nowhere"}, 1,
              "there is no checkpoint");
  expectError({"run", "thick.toml", "--out", "settled"}, 1,
              "is the folder of the run that it starts from");
  EXPECT_TRUE(std::filesystem::exists(path("settled/checkpoint.h5")));
  expectError({"run", "thick.toml", "--out", "o", "--set", "fluid.water.name=blood"}, 1,
              "has no fluid and no free solid of a name that this scene has");
  write("broken.h5", "no checkpoint");
  expectError({"run", "thick.toml", "--out", "o", "--set", "start.from=broken.h5"}, 1, "broken.h5");
}

}  // namespace
}  // namespace shoal
