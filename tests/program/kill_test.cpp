// Whenever a run is killed, it can go on and ends in the same bits.
#include <random>
#include <thread>

#include "program/program.h"
#include "shoal/core/file.h"

namespace shoal {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// Writes a checkpoint with every frame, and frames often, so that most moments are in between.
class Killed : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    const auto start = Clock::now();
    state_ = stateOf(words("whole"));
    whole_ = Clock::now() - start;
  }

  static Words words(const std::string& folder) {
    return {"run",   "splash.toml",           "--until", "0.03", "--fps", "500",
            "--set", "run.checkpointEvery=0", "--out",   folder};
  }

  // Goes on with what the killed run left: from its checkpoint, if it came as far as that.
  Subprocess goOn(const std::string& folder) const {
    Words arguments = words(folder);
    if (std::filesystem::exists(runFolder(folder).checkpoint())) arguments.emplace_back("--resume");
    return start(arguments);
  }

  void expectSameEnd(const std::string& folder) const {
    const Finished end = goOn(folder).wait();
    EXPECT_EQ(end.exitCode, 0) << end.err;
    EXPECT_EQ(stateIn(end.out), state_);
    expectSameRecords(folder, "whole");
  }

  std::string state_;  // of the run that nobody kills
  Seconds whole_{};    // its duration
};

TEST_F(Killed, AtAnyMomentAndAgainWhileResumed) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> moment(0, 1);
  for (int repetition = 0; repetition < 30; ++repetition) {
    SCOPED_TRACE(fmt::format("repetition {}", repetition));
    const std::string folder = fmt::format("killed{}", repetition);
    for (int kills = 0; kills < 3; ++kills) {
      Subprocess run = goOn(folder);
      // Every fourth time at its very start, when it makes the folder.
      std::this_thread::sleep_for(whole_ * moment(random) * (repetition % 4 == 0 ? 0.1 : 0.6));
      run.send(SIGKILL);
      run.wait();
    }
    expectSameEnd(folder);
  }
}

TEST_F(Killed, WhileACheckpointIsWritten) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> later(0, 1e-3);
  std::filesystem::path unfinished = runFolder("killed").checkpoint();
  unfinished += kTemporaryExtension;
  int halves = 0;
  for (int repetition = 0; repetition < 16; ++repetition) {
    SCOPED_TRACE(fmt::format("repetition {}", repetition));
    std::filesystem::remove_all(path("killed"));
    Subprocess run = start(words("killed"));
    // Not the first one, so that there is always an older one to go on from.
    const auto frame =
        runFolder("killed").frames() / RunFolder::frameName(1 + repetition % 12, "vtp");
    while (run.running() && !std::filesystem::exists(frame)) std::this_thread::yield();
    while (run.running() && !std::filesystem::exists(unfinished)) std::this_thread::yield();
    std::this_thread::sleep_for(Seconds(later(random)));
    run.send(SIGKILL);
    run.wait();
    halves += std::filesystem::exists(unfinished);
    ASSERT_TRUE(std::filesystem::exists(runFolder("killed").checkpoint()));
    expectSameEnd("killed");
  }
  EXPECT_GT(halves, 0) << "no kill hit a checkpoint that was being written";
}

}  // namespace
}  // namespace shoal
