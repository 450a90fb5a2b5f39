// What the options of `shoal run` promise, in the files that it leaves behind.
#include <algorithm>
#include <thread>

#include "program/program.h"
#include "shoal/formats/particle_vtp.h"

namespace shoal {
namespace {

using testing::HasSubstr;
using testing::Not;

class Run : public Program {};

TEST_F(Run, FramesComeAtTheirTimesUntilTheEnd) {
  stateOf({"run", "splash.toml", "--out", "o", "--until", "0.03", "--fps", "200"});
  const auto frames = runFolder("o").listFrames();
  ASSERT_EQ(frames.size(), 7u);
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const OwnedParticleTable frame = readVtp(frames[k]);
    EXPECT_DOUBLE_EQ(frame.time, static_cast<double>(k) / 200);
    EXPECT_EQ(frame.positions.size(), 400u);
  }
  EXPECT_EQ(Table(runFolder("o").stats()).column("time").back(), 0.03);
}

TEST_F(Run, TablesHaveARowPerStepAndTimesAddUp) {
  stateOf({"run", "splash.toml", "--out", "o"});
  const Table stats(runFolder("o").stats()), ledger(runFolder("o").ledger());
  ASSERT_GT(stats.size(), 100u);
  ASSERT_EQ(stats.text("step"), ledger.text("step"));
  const auto steps = stats.column("step"), times = stats.column("time"), dts = stats.column("dt");
  double time = 0;
  for (std::size_t k = 0; k < stats.size(); ++k) {
    EXPECT_EQ(steps[k], static_cast<double>(k + 1));
    EXPECT_NEAR(times[k], time += dts[k], 1e-12);
  }
  for (const double mass : ledger.column("mass")) EXPECT_NEAR(mass, 160, 1e-4);
}

TEST_F(Run, StepsStopsAfterSoManySteps) {
  const Finished end = shoal({"run", "splash.toml", "--out", "o", "--steps", "17"});
  EXPECT_THAT(end.out, HasSubstr(" 17 steps in "));
  EXPECT_THAT(end.out, HasSubstr("Stopped before the end; go on with: shoal run "));
  EXPECT_EQ(Table(runFolder("o").stats()).size(), 17u);
}

TEST_F(Run, SetChangesAnyParameter) {
  stateOf({"run", "splash.toml", "--out", "o", "--set", "world.spacing=0.04", "--set",
           "fluid.water.density=900", "--set", "run.write=[\"vtp\", \"bgeo\"]", "--set",
           "run.statsEvery=10"});
  const OwnedParticleTable frame = readVtp(runFolder("o").listFrames().front());
  EXPECT_EQ(frame.positions.size(), 100u);
  EXPECT_NEAR(Table(runFolder("o").ledger()).column("mass").front(), 0.16 * 900, 1e-4);
  EXPECT_TRUE(std::filesystem::exists(runFolder("o").frames() / "particles_000001.bgeo"));
  EXPECT_EQ(Table(runFolder("o").stats()).column("step")[1], 20);
}

TEST_F(Run, FolderIsNamedAfterTheSceneUnlessChosen) {
  stateOf({"run", "splash.toml", "--steps", "1"});
  EXPECT_TRUE(std::filesystem::exists(path("out/splash/checkpoint.h5")));
}

TEST_F(Run, ResolvedSceneReproducesTheRunExactly) {
  const std::string state = stateOf({"run", "splash.toml", "--out", "a", "--until", "0.02", "--set",
                                     "fluid.water.density=1025.5"});
  EXPECT_EQ(stateOf({"run", "a/scene.toml", "--out", "b"}), state);
  EXPECT_EQ(contents(path("a/scene.toml")), contents(path("b/scene.toml")));
  expectSameRecords("a", "b");
  EXPECT_EQ(stateIn(contents(path("a/log.txt"))), state);
  EXPECT_NE(stateOf({"run", "splash.toml", "--out", "c", "--until", "0.02"}), state);
}

TEST_F(Run, QuietPrintsNothingAndVerboseWhereTheTimeWent) {
  EXPECT_EQ(shoal({"run", "splash.toml", "--out", "o", "-q"}).out, "");
  EXPECT_THAT(contents(path("o/log.txt")), HasSubstr("state "));
  EXPECT_THAT(shoal({"run", "splash.toml", "--out", "o"}).out, Not(HasSubstr("fluid/density")));
  const std::string verbose = shoal({"run", "splash.toml", "--out", "o", "-v"}).out;
  for (const char* phase : {"neighbours/lists", "fluid/density", "fluid/forces", "output/frames"})
    EXPECT_THAT(verbose, HasSubstr(phase));
}

// The most threads that a run was seen to have.
int threadsOf(Subprocess run) {
  int most = 0;
  while (run.running()) {
    const std::string status = contents(fmt::format("/proc/{}/status", run.id()));
    const Words match = firstMatch(status, "\nThreads:\\s*([0-9]+)");
    if (!match.empty()) most = std::max(most, std::stoi(match[1]));
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return most;
}

TEST_F(Run, ThreadsAreAsManyAsChosen) {
  for (const int threads : {1, 2, 5})
    EXPECT_EQ(threadsOf(start({"run", "leaky-tank", "--out", "o", "--steps", "60", "-q",
                               "--threads", std::to_string(threads)})),
              threads);
}

TEST_F(Run, ProgressIsPlainLinesWhereThereIsNoTerminal) {
  const Finished end = shoal({"run", "splash.toml", "--out", "o"});
  EXPECT_EQ(end.out.find_first_of("\r\033["), std::string::npos);
  EXPECT_THAT(end.out, HasSubstr("A small splash into o\n"));
  EXPECT_THAT(end.out, testing::ContainsRegex("\n100 %  0.0500 of 0.05 s, [0-9]+ steps, "
                                              "[0-9.]+ steps/s, 0 s left\n"));
}

Words redrawings(const std::string& screen) {
  Words lines;
  static const std::string kRedraw = "\r\033[K";
  for (std::size_t at = screen.find(kRedraw); at != std::string::npos;) {
    const std::size_t next = screen.find(kRedraw, at + 1);
    const std::string line = screen.substr(at + kRedraw.size(), next - at - kRedraw.size());
    lines.push_back(line.substr(0, line.find_first_of("\r\n")));
    at = next;
  }
  return lines;
}

TEST_F(Run, ProgressIsABarThatFitsATerminal) {
  if (!support::terminalsExist()) GTEST_SKIP() << "there are no pseudo-terminals here";
  for (const int columns : {120, 80, 40}) {
    const Finished end =
        start({"run", "splash.toml", "--out", "o", "--until", "1", "--fps", "10"}, columns).wait();
    EXPECT_EQ(end.exitCode, 0);
    const Words lines = redrawings(end.out);
    ASSERT_GE(lines.size(), 2u);
    for (const std::string& line : lines) EXPECT_LT(line.size(), static_cast<std::size_t>(columns));
    if (columns == 40) continue;
    EXPECT_THAT(lines.front(), testing::ContainsRegex("^\\[ +\\]   0 %  0.0000 of 1 s"));
    EXPECT_THAT(lines.back(),
                testing::ContainsRegex("^\\[=+\\] 100 %  1.0000 of 1 s, .* steps/s, 0 s left$"));
  }
}

TEST_F(Run, AnErrorStartsALineOfItsOwnOnATerminal) {
  if (!support::terminalsExist()) GTEST_SKIP() << "there are no pseudo-terminals here";
  const Finished end =
      start({"run", "splash.toml", "--out", "o", "--set", "timeStep.fixed=0.02"}, 80).wait();
  EXPECT_EQ(end.exitCode, 1);
  EXPECT_THAT(end.out, testing::EndsWith("\r\n"));
}

}  // namespace
}  // namespace shoal
