// A run that is stopped and resumed ends in the same bits as one that was never stopped.
#include <algorithm>
#include <thread>

#include "program/program.h"
#include "shoal/core/lanes.h"
#include "support/mutate.h"

namespace shoal {
namespace {

using testing::HasSubstr;

class Resume : public Program {
 protected:
  // Waits until the run has written `rows` rows of its table, so that it is under way.
  void waitForRows(Subprocess& run, const std::string& folder, long rows) const {
    const auto table = runFolder(folder).stats();
    const auto written = [&] {
      const std::string text = contents(table);
      return std::count(text.begin(), text.end(), '\n') > rows;
    };
    while (run.running() && !written()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  // Runs the command that a stopped run printed, in a shell, as its reader would.
  Finished followAdvice(const std::string& printed) const {
    const Words match = firstMatch(printed, "go on with: shoal (.*)\n");
    if (match.empty()) {
      ADD_FAILURE() << "no advice in " << printed;
      return {};
    }
    const std::string command = SHOAL_PROGRAM " " + match[1];
    return Subprocess({"/bin/sh", "-c", command}, {path("").parent_path(), 0}).wait();
  }
};

TEST_F(Resume, StoppedRunEndsInTheSameState) {
  const std::string state = stateOf({"run", "splash.toml", "--out", "whole"});
  EXPECT_NE(stateOf({"run", "splash.toml", "--out", "parts", "--steps", "90"}), state);
  EXPECT_EQ(stateOf({"run", "splash.toml", "--out", "parts", "--resume"}), state);
  expectSameRecords("parts", "whole");
}

TEST_F(Resume, AnyNumberOfStopsAndThreadsGivesTheSameState) {
  const Words scene{"run", "leaky-tank", "--set", "world.spacing=0.02", "--set", "run.fps=300"};
  const auto runWith = [&](const Words& more) {
    Words words = scene;
    words.insert(words.end(), more.begin(), more.end());
    return stateOf(words);
  };
  const std::string state = runWith({"--out", "whole", "--steps", "200", "--threads", "1"});
  for (const char* threads : {"1", "2", "3", "8"}) {
    runWith({"--out", "parts", "--steps", "90", "--threads", threads});
    EXPECT_EQ(runWith({"--out", "parts", "--steps", "110", "--threads", threads, "--resume"}),
              state);
    expectSameRecords("parts", "whole");
  }
  runWith({"--out", "parts", "--steps", "50", "--threads", "8"});
  for (const char* threads : {"1", "3", "2"})
    runWith({"--out", "parts", "--steps", "50", "--threads", threads, "--resume"});
  EXPECT_EQ(stateIn(contents(path("parts/log.txt"))), state);
}

TEST_F(Resume, InterruptFinishesTheStepAndSaysHowToGoOn) {
  const Words scene{"run", "splash.toml", "--until", "1", "--fps", "20", "--out"};
  const auto into = [&](const char* folder) {
    Words words = scene;
    words.emplace_back(folder);
    return words;
  };
  const std::string state = stateOf(into("whole"));
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::filesystem::remove_all(path("it's mine"));
    Subprocess run = start(into("it's mine"));
    waitForRows(run, "it's mine", 100);
    run.send(signal);
    const Finished end = run.wait();
    EXPECT_EQ(end.exitCode, 128 + signal) << end.err;
    EXPECT_THAT(end.out, HasSubstr("Interrupted before the end"));
    EXPECT_NE(stateIn(end.out), state);
    const Finished rest = followAdvice(end.out);
    EXPECT_EQ(rest.exitCode, 0) << rest.err;
    EXPECT_EQ(stateIn(rest.out), state);
    expectSameRecords("it's mine", "whole");
  }
}

TEST_F(Resume, HangUpThatIsIgnoredDoesNotStopARun) {
  Subprocess run(
      {"/bin/sh", "-c", "trap '' HUP; exec " SHOAL_PROGRAM " run splash.toml --until 0.3 --out o"},
      {path("").parent_path(), 0});
  waitForRows(run, "o", 20);
  run.send(SIGHUP);
  const Finished end = run.wait();
  EXPECT_EQ(end.exitCode, 0) << end.err;
  EXPECT_EQ(Table(path("o/stats.csv")).column("time").back(), 0.3);
}

TEST_F(Resume, AdviceRemembersWhatTheCommandLineChanged) {
  const Words scene{"run", "splash.toml", "--set", "world.spacing=0.04", "--until", "0.04"};
  Words whole = scene, part = scene;
  whole.insert(whole.end(), {"--out", "whole"});
  part.insert(part.end(), {"--out", "part", "--steps", "9"});
  const std::string state = stateOf(whole);
  EXPECT_EQ(stateIn(followAdvice(shoal(part).out).out), state);
}

TEST_F(Resume, OtherPhysicsIsRefusedAndALaterEndAccepted) {
  stateOf({"run", "splash.toml", "--out", "o"});
  const std::string before = contents(path("o/scene.toml"));
  expectError({"run", "splash.toml", "--out", "o", "--resume", "--set", "world.spacing=0.01"}, 1,
              "another world.spacing than");
  expectError({"run", "splash.toml", "--out", "o", "--resume", "--set", "fluid.water.density=900"},
              1, "density than");
  expectError({"run", "splash.toml", "--out", "o", "--resume", "--fps", "50"}, 1,
              "another run.fps than");
  expectError({"run", "examples/dam-break-2d", "--out", "o", "--resume"}, 1,
              "run it anew without --resume");
  EXPECT_EQ(contents(path("o/scene.toml")), before) << "a refused run changes nothing";
  const std::string state = stateOf({"run", "splash.toml", "--out", "o", "--resume", "--until",
                                     "0.08", "--set", "run.checkpointEvery=5"});
  EXPECT_EQ(state, stateOf({"run", "splash.toml", "--out", "whole", "--until", "0.08"}));
  expectSameRecords("o", "whole");
}

TEST_F(Resume, FinishedRunStaysAsItIs) {
  const std::string state = stateOf({"run", "splash.toml", "--out", "o"});
  EXPECT_EQ(stateOf({"run", "splash.toml", "--out", "o", "--resume"}), state);
  EXPECT_EQ(runFolder("o").listFrames().size(), 6u);
}

TEST_F(Resume, WorldWithoutParticlesGoesOn) {
  write("gone.toml",
        "format = 1\nrun.until = 0.2\nworld.spacing = 0.1\nworld.domain = [[0, 0, 0], [1, 1, 1]]\n"
        "run.maxLoss = 1\n[[fluid]]\nname = \"w\"\nfill = { box = [[0, 0, 0], [0.3, 0.3, 0.3]] }\n"
        "velocity = [0, -5, 0]\n");
  const std::string state = stateOf({"run", "gone.toml", "--out", "whole"});
  EXPECT_EQ(Table(path("whole/ledger.csv")).column("particles").back(), 0);
  stateOf({"run", "gone.toml", "--out", "parts", "--until", "0.1"});
  EXPECT_EQ(stateOf({"run", "gone.toml", "--out", "parts", "--resume"}), state);
}

TEST_F(Resume, FolderWithoutCheckpointIsExplained) {
  expectError({"run", "splash.toml", "--out", "o", "--resume"}, 1, "is not the folder of a run");
  stateOf({"run", "splash.toml", "--out", "o"});
  std::filesystem::remove(path("o/checkpoint.h5"));
  std::filesystem::remove(path("o/checkpoint.previous.h5"));
  expectError({"run", "splash.toml", "--out", "o", "--resume"}, 1, "there is no checkpoint");
}

TEST_F(Resume, TruncatedCheckpointIsRefused) {
  stateOf({"run", "splash.toml", "--out", "o"});
  const std::string whole = contents(path("o/checkpoint.h5"));
  std::filesystem::remove(path("o/checkpoint.previous.h5"));
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{100}, whole.size() / 2, whole.size() - 1}) {
    write("o/checkpoint.h5", whole.substr(0, size));
    expectError({"run", "splash.toml", "--out", "o", "--resume"}, 1,
                "is not a checkpoint that can be resumed");
  }
}

TEST_F(Resume, DamagedOrMissingCheckpointIsReplacedByTheOneBefore) {
  const Words scene{"run", "splash.toml", "--set", "run.checkpointEvery=0", "--out"};
  const auto into = [&](const char* folder, const Words& more) {
    Words words = scene;
    words.emplace_back(folder);
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const std::string state = stateOf(into("whole", {}));
  for (const char* damage : {"torn", "flipped", "missing"}) {
    SCOPED_TRACE(damage);
    stateOf(into("o", {"--steps", "120"}));
    std::string bytes = contents(path("o/checkpoint.h5"));
    bytes[bytes.size() / 2] ^= 1;
    if (damage == std::string("torn")) bytes.resize(bytes.size() / 2);
    write("o/checkpoint.h5", bytes);
    if (damage == std::string("missing")) std::filesystem::remove(path("o/checkpoint.h5"));
    const Finished end = shoal(into("o", {"--resume"}));
    EXPECT_EQ(end.exitCode, 0) << end.err;
    EXPECT_THAT(end.out, HasSubstr("Going on from o/checkpoint.previous.h5, at t = "));
    EXPECT_EQ(stateIn(end.out), state);
    expectSameRecords("o", "whole");
  }
}

TEST_F(Resume, OtherContentsOfAMeshFileAreRefused) {
  const auto box = [](double height) {
    return fmt::format(
        "v 0.1 {0} 0\nv 0.3 {0} 0\nv 0.2 {0} 0.2\nv 0.2 0.6 0.1\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 "
        "4 1\n",
        height);
  };
  write("wedge.obj", box(0.5));
  write(
      "wedge.toml",
      "format = 1\nrun.until = 0.02\nworld.spacing = 0.05\n[[fluid]]\nname = \"w\"\nfill = { box = "
      "[[0, 0, 0], [0.4, 0.2, 0.2]] }\n[[solid]]\nname = \"tank\"\nmesh = { box = [[0, 0, 0], "
      "[0.4, "
      "1, 0.2]] }\n[[solid]]\nname = \"wedge\"\nmesh = { file = \"wedge.obj\" }\n");
  const std::string state = stateOf({"run", "wedge.toml", "--out", "whole"});
  stateOf({"run", "wedge.toml", "--out", "o", "--steps", "3"});
  write("wedge.obj", box(0.49));
  expectError({"run", "wedge.toml", "--out", "o", "--resume"}, 1,
              "wedge.obj: holds something else than when the run started");
  write("wedge.obj", box(0.5));
  EXPECT_EQ(stateOf({"run", "wedge.toml", "--out", "o", "--resume"}), state);
}

// Fluid, rigid bodies, a cloth and an emitter, each part of a run with other lanes and threads.
TEST_F(Resume, HandsCheckpointsFromOneWidthOfLanesToAnother) {
  const Words lanes = availableLanes();
  if (lanes.size() < 2) GTEST_SKIP() << "this machine has one width";
  for (const char* scene : {"leaky-tank", "examples/faucet", "akinci2013/cloth-and-solids-quick",
                            "mueller2004/vessel-injury-quick"}) {
    SCOPED_TRACE(scene);
    const auto into = [&](const char* folder, const Words& more) {
      Words words{"run", scene, "--fps", "1000", "--out", folder, "--overwrite"};
      words.insert(words.end(), more.begin(), more.end());
      return words;
    };
    const std::string state =
        stateOf(into("whole", {"--steps", "24", "--lanes", lanes.front(), "--threads", "1"}));
    stateOf(into("parts", {"--steps", "8", "--lanes", lanes.front(), "--threads", "2"}));
    const Finished narrow = shoal(
        into("parts", {"--steps", "8", "--lanes", lanes.back(), "--threads", "3", "--resume"}));
    EXPECT_EQ(narrow.exitCode, 0) << narrow.err;
    EXPECT_THAT(narrow.out, HasSubstr(fmt::format("written with {} lanes; {} go on", lanes.front(),
                                                  lanes.back())));
    EXPECT_EQ(stateOf(into("parts", {"--steps", "8", "--lanes", lanes.front(), "--resume"})),
              state);
    expectSameRecords("parts", "whole");
  }
}

TEST_F(Resume, DamagedCheckpointIsRefusedOrHarmless) {
  stateOf({"run", "splash.toml", "--out", "o", "--steps", "50", "--set", "world.spacing=0.1"});
  const std::string whole = contents(path("o/checkpoint.h5"));
  const Words resume{"run", "o/scene.toml", "--out", "o", "--resume"};
  const std::string state = stateOf(resume);
  int refused = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(fmt::format("damage with seed {}", seed));
    write("o/checkpoint.h5", support::Mutator(seed).mutate(whole));
    std::filesystem::remove(path("o/checkpoint.previous.h5"));  // nothing else to go on from
    const Finished end = shoal(resume);
    EXPECT_EQ(end.signal, 0);
    refused += end.exitCode == 1;
    EXPECT_TRUE(end.exitCode == 1 || stateIn(end.out) == state);
    EXPECT_EQ(std::count(end.err.begin(), end.err.end(), '\n'), end.exitCode) << end.err;
  }
  EXPECT_GT(refused, 20);
}

}  // namespace
}  // namespace shoal
