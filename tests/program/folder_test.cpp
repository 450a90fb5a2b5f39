// A run folder belongs to one process at a time, and its results are not replaced in silence.
#include <thread>

#include "program/program.h"

namespace shoal {
namespace {

using testing::HasSubstr;

class Folder : public Program {
 protected:
  void waitForCheckpoint(Subprocess& run) const {
    while (run.running() && !std::filesystem::exists(path("o/checkpoint.h5")))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
};

TEST_F(Folder, IsRefusedWhileAnotherProcessRunsInIt) {
  Subprocess run = start({"run", "splash.toml", "--until", "1000", "--out", "o"});
  waitForCheckpoint(run);
  const std::string holder = fmt::format("o: process {} runs here", run.id());
  expectError({"run", "splash.toml", "--until", "1000", "--out", "o"}, 1, holder);
  expectError({"run", "splash.toml", "--until", "1000", "--out", "o", "--overwrite"}, 1, holder);
  expectError({"run", "splash.toml", "--until", "1000", "--out", "o", "--resume"}, 1, holder);
  EXPECT_TRUE(run.running());
  run.send(SIGKILL);
  run.wait();
  stateOf({"run", "splash.toml", "--until", "1000", "--out", "o", "--resume", "--steps", "3"});
  stateOf({"run", "splash.toml", "--until", "1000", "--out", "o", "--steps", "3"});
}

TEST_F(Folder, ResultsOfOtherSettingsAreReplacedOnlyWhenAsked) {
  const std::string state = stateOf({"run", "splash.toml", "--out", "o"});
  const std::string scene = contents(path("o/scene.toml"));
  const Words thick{"run", "splash.toml", "--set", "fluid.water.viscosity=50", "--out", "o"};
  expectError(thick, 1, "o: holds the results of another run (fluid");
  expectError(thick, 1, "viscosity differs); replace them with --overwrite");
  expectError({"run", "splash.toml", "--until", "0.02", "--out", "o"}, 1, "run.until differs");
  EXPECT_EQ(contents(path("o/scene.toml")), scene);
  EXPECT_EQ(runFolder("o").listFrames().size(), 6u);
  EXPECT_EQ(stateOf({"run", "splash.toml", "--out", "o"}), state) << "the same may run again";
  Words replacing = thick;
  replacing.emplace_back("--overwrite");
  EXPECT_NE(stateOf(replacing), state);
}

TEST_F(Folder, ComparedRunsAreReplacedOnlyWhenAsked) {
  const Words compare{"compare", "splash.toml", "--coupling", "volumes", "--out", "o"};
  const auto until = [&](const char* time, const Words& more) {
    Words words = compare;
    words.insert(words.end(), {"--until", time});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  EXPECT_EQ(shoal(until("0.01", {})).exitCode, 0);
  expectError(until("0.02", {}), 1, "run.until differs");
  EXPECT_EQ(shoal(until("0.02", {"--overwrite"})).exitCode, 0);
}

}  // namespace
}  // namespace shoal
