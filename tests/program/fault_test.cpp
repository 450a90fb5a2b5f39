// Whatever the disk does, a run ends with one clear line, and goes on to the same bits afterwards.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>

#include "program/program.h"

namespace shoal {
namespace {

namespace fs = std::filesystem;

// Frames, walls, surfaces and poses of a body, all tables, and a checkpoint with every frame.
constexpr const char* kEverything = R"(format = 1

[run]
until = 0.006
fps = 500
checkpointEvery = 0
statsEvery = 8
ledgerEvery = 0.002

[world]
spacing = 0.05

[[fluid]]
name = "water"
solver = "wcsph"
fill = { box = [[0, 0, 0], [0.3, 0.2, 0.2]] }

[[solid]]
name = "tank"
mesh = { box = [[0, 0, 0], [0.6, 0.4, 0.2]] }

[[solid]]
name = "ball"
model = "rigid"
mesh = { sphere = { centre = [0.45, 0.2, 0.1], radius = 0.05 } }

[[probe]]
name = "on-ball"
force = "ball"
every = 0.002
)";

// Variables of tests/faults/faults.cpp for what is started while this lives.
class WithEnvironment {
 public:
  explicit WithEnvironment(std::map<std::string, std::string> values) : values_(std::move(values)) {
    for (const auto& [name, value] : values_) ::setenv(name.c_str(), value.c_str(), 1);
  }
  ~WithEnvironment() {
    for (const auto& [name, value] : values_) ::unsetenv(name.c_str());
  }
  WithEnvironment(const WithEnvironment&) = delete;
  WithEnvironment& operator=(const WithEnvironment&) = delete;

 private:
  std::map<std::string, std::string> values_;
};

class Faults : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    write("everything.toml", kEverything);
    fs::create_directories(path("disk"));
  }

  void prepare(const Words& scene) {
    scene_ = scene;
    Words words = scene;
    words.insert(words.end(), {"--out", "whole"});
    state_ = stateOf(words);
  }

  Finished runWith(std::map<std::string, std::string> faults) const {
    fs::remove_all(path("disk/run"));
    fs::remove(path("mark"));
    faults.insert({{"LD_PRELOAD", SHOAL_FAULTS},
                   {"SHOAL_FAULT_FOLDER", path("disk").string()},
                   {"SHOAL_FAULT_MARK", path("mark").string()}});
    const WithEnvironment environment(std::move(faults));
    Words words = scene_;
    words.insert(words.end(), {"--out", "disk/run"});
    return shoal(words);
  }

  bool failed() const { return fs::exists(path("mark")); }

  static void expectOneLine(const Finished& end) {
    EXPECT_EQ(end.signal, 0);
    EXPECT_EQ(end.exitCode, 1);
    EXPECT_THAT(end.err, testing::StartsWith("shoal: "));
    EXPECT_THAT(end.err, testing::HasSubstr("disk/run"));
    EXPECT_EQ(std::count(end.err.begin(), end.err.end(), '\n'), 1) << end.err;
  }

  // From the newest checkpoint, or from the start if there is none yet.
  void expectSameEnd() const {
    Words words = scene_;
    words.insert(words.end(), {"--out", "disk/run"});
    if (fs::exists(runFolder("disk/run").checkpoint())) words.emplace_back("--resume");
    EXPECT_EQ(stateOf(words), state_);
    expectSameRecords("disk/run", "whole");
    EXPECT_EQ(contents(runFolder("disk/run").poses()), contents(runFolder("whole").poses()));
  }

  // Each call that changes a file fails once, until a run makes none that fails.
  int failEachCall(const std::string& kind, const std::function<void(const Finished&)>& judge) {
    for (int call = 1;; ++call) {
      const Finished end =
          runWith({{"SHOAL_FAULT_KIND", kind}, {"SHOAL_FAULT_AT", std::to_string(call)}});
      if (!failed()) return call - 1;
      SCOPED_TRACE(fmt::format("{} at call {}: {}", kind, call, end.err));
      judge(end);
      expectSameEnd();
      if (HasFailure()) return call;
    }
  }

  // The disk has room for less and less of what the run writes.
  void fillDisk(int sizes) {
    std::uintmax_t all = 0;
    for (const auto& entry : fs::recursive_directory_iterator(path("whole")))
      if (entry.is_regular_file()) all += entry.file_size();
    for (int k = 1; k <= sizes; ++k) {
      const std::uintmax_t bytes =
          all * static_cast<unsigned>(k) / (static_cast<unsigned>(sizes) + 1);
      SCOPED_TRACE(fmt::format("{} of {} bytes", bytes, all));
      const Finished end = runWith({{"SHOAL_FAULT_BYTES", std::to_string(bytes)}});
      EXPECT_TRUE(failed());
      expectOneLine(end);
      expectSameEnd();
    }
  }

  Words scene_;
  std::string state_;  // of the run that nothing disturbs
};

TEST_F(Faults, FullDiskAtEveryCall) {
  prepare({"run", "everything.toml"});
  EXPECT_GT(failEachCall("full", expectOneLine), 60);
}

TEST_F(Faults, ShortWritesAreNoFailures) {
  prepare({"run", "everything.toml"});
  const int calls = failEachCall("short", [&](const Finished& end) {
    EXPECT_EQ(end.exitCode, 0) << end.err;
    EXPECT_EQ(stateIn(end.out), state_);
  });
  EXPECT_GT(calls, 0);
}

TEST_F(Faults, FullDiskOfFortySizesWithAThousandParticles) {
  prepare({"run", "splash.toml", "--until", "0.02", "--fps", "200", "--set", "world.spacing=0.0125",
           "--set", "run.checkpointEvery=0"});
  fillDisk(40);
}

class FaultsLong : public Faults {};

// A file system that cannot make a second name is no failure.
TEST_F(FaultsLong, ErrorOfTheDiskAtEveryCall) {
  prepare({"run", "everything.toml"});
  const int calls = failEachCall("error", [&](const Finished& end) {
    if (end.exitCode != 0)
      expectOneLine(end);
    else
      EXPECT_EQ(stateIn(end.out), state_);
  });
  EXPECT_GT(calls, 60);
}

TEST_F(FaultsLong, FullDiskOfFortySizesWithEighteenThousandParticles) {
  write("dam.toml", replaced(replaced(kEverything, "spacing = 0.05", "spacing = 0.0085"),
                             "until = 0.006", "until = 0.002"));
  prepare({"run", "dam.toml", "--fps", "2000"});
  fillDisk(40);
}

TEST_F(Faults, LimitedFileSizeIsAnError) {
  prepare({"run", "splash.toml", "--set", "run.checkpointEvery=0"});
  const Finished end = Subprocess({"/bin/sh", "-c",
                                   "ulimit -f 8; exec " SHOAL_PROGRAM
                                   " run splash.toml --set run.checkpointEvery=0 --out disk/run"},
                                  {path("").parent_path(), 0})
                           .wait();
  expectOneLine(end);
  EXPECT_THAT(end.err, testing::HasSubstr("File too large"));
  expectSameEnd();
}

TEST_F(Faults, OutputThatCannotBeWrittenIsAnErrorAfterTheRun) {
  prepare({"run", "splash.toml"});
  const Finished end =
      Subprocess({"/bin/sh", "-c", SHOAL_PROGRAM " run splash.toml --out disk/run > /dev/full"},
                 {path("").parent_path(), 0})
          .wait();
  EXPECT_EQ(end.exitCode, 1);
  EXPECT_THAT(end.err, testing::HasSubstr("could not be written"));
  EXPECT_EQ(stateIn(contents(path("disk/run/log.txt"))), state_);
}

TEST_F(Faults, NamesThatAreTooLongAreExplained) {
  const std::string name(300, 'n');
  expectError({"run", "splash.toml", "--out", name}, 1, name + ": File name too long");
  expectError({"info", name}, 1, name + "/scene.toml: File name too long");
}

}  // namespace
}  // namespace shoal
