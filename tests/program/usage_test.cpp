// Exit codes, errors of one line, and the help.
#include <algorithm>

#include "program/program.h"

namespace shoal {
namespace {

using testing::HasSubstr;

class Usage : public Program {};

TEST_F(Usage, VersionIsPrinted) {
  const Finished end = shoal({"--version"});
  EXPECT_EQ(end.exitCode, 0);
  EXPECT_THAT(end.out, testing::MatchesRegex("shoal [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST_F(Usage, OutputThatCannotBeWrittenEndsWithOne) {
  const auto shell = [](const std::string& redirection) {
    return Subprocess({"/bin/sh", "-c", std::string(SHOAL_PROGRAM) + redirection}, {}).wait();
  };
  EXPECT_EQ(shell(" list > /dev/full").exitCode, 1);
  EXPECT_EQ(shell(" run nosuch.toml 2> /dev/full").exitCode, 1);
  EXPECT_EQ(shell(" list > /dev/null").exitCode, 0);
}

TEST_F(Usage, HelpNamesEveryCommand) {
  const Finished end = shoal({"--help"});
  EXPECT_EQ(end.exitCode, 0);
  for (const char* command :
       {"run", "check", "list", "render", "surface", "export", "info", "reference"})
    EXPECT_THAT(end.out, testing::ContainsRegex(std::string("\n  ") + command + " +[A-Z]"));
}

// An option stands at the start of a line; its explanation on the same line or on the next.
void expectExplained(const std::string& help, const std::string& option) {
  EXPECT_FALSE(firstMatch(help, "\n  (-\\w,)?" + option + "( [^\n]+)?\\s{2,}[A-Za-z]").empty())
      << option << " in\n"
      << help;
}

TEST_F(Usage, HelpOfEachCommandExplainsEveryOption) {
  const std::vector<std::pair<std::string, Words>> commands{
      {"run",
       {"SCENE TEXT REQUIRED", "--set", "--out", "--until", "--steps", "--fps", "--threads",
        "--lanes", "--resume", "--overwrite", "--anyway", "--quiet", "--verbose"}},
      {"check", {"SCENE TEXT REQUIRED", "--set"}},
      {"list", {}},
      {"render", {"RUN TEXT REQUIRED", "--out",       "--frame",       "--all",   "--some",
                  "--colour",          "--low",       "--high",        "--walls", "--width",
                  "--height",          "--samples",   "--sheet",       "--cut",   "--whole-solids",
                  "--no-cut",          "--no-labels", "--transparent", "--movie", "--fps",
                  "--style",           "--quality"}},
      {"surface",
       {"FROM TEXT ... REQUIRED", "--out", "--format", "--frame", "--field", "--cell", "--support",
        "--smoothing", "--rough", "--no-walls", "--columns", "--spacing", "--dimensions"}},
      {"foam", {"RUN TEXT REQUIRED", "--out", "--format", "--set", "--no-solids"}},
      {"export", {"RUN TEXT REQUIRED", "--for TEXT REQUIRED", "--out"}},
      {"compare",
       {"SCENE TEXT REQUIRED", "--set", "--coupling", "--out", "--until", "--overwrite",
        "--lanes"}},
      {"plot", {"--list", "--out", "--width", "--height"}},
      {"info", {"RUN TEXT REQUIRED"}},
      {"reference", {}}};
  for (const auto& [command, options] : commands) {
    const Finished end = shoal({command, "--help"});
    EXPECT_EQ(end.exitCode, 0);
    EXPECT_THAT(end.out, HasSubstr("Usage: shoal " + command));
    expectExplained(end.out, "--help");
    for (const std::string& option : options) expectExplained(end.out, option);
    std::size_t shown = 0;
    for (std::size_t at = 0; (at = end.out.find("\n  -", at)) != std::string::npos; ++at) ++shown;
    const auto known = std::count_if(options.begin(), options.end(),
                                     [](const std::string& o) { return o[0] == '-'; });
    EXPECT_EQ(shown, static_cast<std::size_t>(known) + 1) << command << ": an option is new here";
  }
}

TEST_F(Usage, WrongUsageEndsWithTwo) {
  expectError({}, 2, "command is required");
  expectError({"frobnicate"}, 2, "frobnicate: no such command");
  expectError({"rnu"}, 2, "did you mean \"run\"?");
  expectError({"--frobnicate"}, 2, "--frobnicate");
  expectError({"run"}, 2, "SCENE is required; see 'shoal run --help'");
  expectError({"run", "splash.toml", "--frobnicate"}, 2, "--frobnicate");
  expectError({"run", "splash.toml", "again.toml"}, 2, "again.toml");
  expectError({"run", "splash.toml", "--out"}, 2, "--out");
  expectError({"run", "splash.toml", "--set"}, 2, "KEY=VALUE missing");
  expectError({"render"}, 2, "RUN is required");
  expectError({"info"}, 2, "RUN is required");
  expectError({"check", "splash.toml", "--out", "x"}, 2, "--out");
}

TEST_F(Usage, ValuesThatCannotBeEndWithTwo) {
  expectError({"run", "splash.toml", "--until", "nan"}, 2, "--until: nan is not a number");
  expectError({"run", "splash.toml", "--until", "-1"}, 2, "--until: -1 is not a number");
  expectError({"run", "splash.toml", "--fps", "0"}, 2, "--fps: 0 is not a number above 0");
  expectError({"run", "splash.toml", "--fps", "inf"}, 2, "--fps: inf");
  expectError({"run", "splash.toml", "--steps", "1.5"}, 2, "--steps");
  expectError({"run", "splash.toml", "--steps", "-1"}, 2, "--steps");
  expectError({"run", "splash.toml", "--threads", "many"}, 2, "--threads");
  expectError({"run", "splash.toml", "--threads", "5000"}, 2, "--threads");
  EXPECT_FALSE(std::filesystem::exists(path("out")));
}

TEST_F(Usage, BadScenesEndWithOneAndTheirPlace) {
  expectError({"run", "nowhere.toml"}, 1, "nowhere.toml: neither a file nor the name of a scene");
  expectError({"run", "dam-brake"}, 1, "did you mean \"dam-break\"?");
  expectError({"run", "."}, 1, "neither a file");
  write("empty.toml", "");
  expectError({"run", "empty.toml"}, 1, "empty.toml: format");
  write("broken.toml", "format = 1\n[world\nspacing = 1\n");
  expectError({"run", "broken.toml"}, 1, "broken.toml:2");
  write("typing.toml", std::string(kSplash) + "frictoin = 1\n");
  expectError({"run", "typing.toml"}, 1, "did you mean \"friction\"?");
  expectError({"run", "splash.toml", "--set", "world.spacng=1"}, 1, "did you mean \"spacing\"?");
  expectError({"run", "splash.toml", "--set", "world.spacing=-1"}, 1, "is outside [");
  expectError({"run", "splash.toml", "--set", "world.spacing"}, 1, "key=value");
  expectError({"run", "splash.toml", "--set", "world.spacing=\"wide\n\""}, 1, "world.spacing");
  EXPECT_FALSE(std::filesystem::exists(path("out"))) << "a scene that cannot run leaves nothing";
}

TEST_F(Usage, BadMeshesEndWithOneAndTheirName) {
  const auto withMesh = [](const std::string& file) {
    return "format = 1\nworld.spacing = 0.1\n[[fluid]]\nname = \"w\"\nfill = { box = [[0, 0, 0], "
           "[1, 1, 1]] }\n[[solid]]\nname = \"s\"\nmesh = { file = \"" +
           file + "\" }\n";
  };
  for (const char* file : {"missing.obj", "empty.ply", "torn.stl", "empty.obj", "what.xyz"})
    write(file + std::string(".toml"), withMesh(file));
  write("empty.ply", "");
  write("empty.obj", "");
  write("torn.stl", std::string(80, ' ') + "\xff\xff\xff\x7f");
  write("what.xyz", "1 2 3\n");
  expectError({"run", "missing.obj.toml"}, 1, "missing.obj: there is no such file");
  for (const char* file : {"empty.ply", "torn.stl", "empty.obj", "what.xyz"})
    expectError({"run", file + std::string(".toml")}, 1, file);
}

TEST_F(Usage, FoldersThatCannotBeWrittenEndWithOne) {
  expectError({"run", "splash.toml", "--out", "/proc/shoal"}, 1,
              "choose another folder with --out");
  expectError({"run", "splash.toml", "--out", "splash.toml"}, 1, "splash.toml: is a file");
  expectError({"run", "splash.toml", "--out", "splash.toml/x"}, 1, "splash.toml/x: cannot be made");
  EXPECT_EQ(contents(path("splash.toml")), kSplash);
}

TEST_F(Usage, FoldersThatHoldSomethingElseAreNotTouched) {
  std::filesystem::create_directories(path("mine/frames"));
  write("mine/frames/holiday.jpg", "picture");
  write("mine/scene.toml", kSplash);  // what a user wrote, no scene that a run resolved
  expectError({"run", "splash.toml", "--out", "mine"}, 1, "holds something other than a run");
  EXPECT_EQ(contents(path("mine/frames/holiday.jpg")), "picture");
  EXPECT_EQ(contents(path("mine/scene.toml")), kSplash);
  std::filesystem::remove(path("mine/scene.toml"));
  expectError({"run", "splash.toml", "--out", "mine"}, 1, "holds something other than a run");
  EXPECT_EQ(contents(path("mine/frames/holiday.jpg")), "picture");
  std::filesystem::create_directories(path("notes"));
  write("notes/log.txt", "notes");
  expectError({"run", "splash.toml", "--out", "notes"}, 1, "holds something other than a run");
  EXPECT_EQ(contents(path("notes/log.txt")), "notes");
}

TEST_F(Usage, FolderOfARunThatWasKilledAtItsStartCanBeUsedAgain) {
  std::filesystem::create_directories(path("o/walls"));
  std::filesystem::create_directories(path("o/frames"));
  write("o/scene.toml.tmp", "form");
  EXPECT_EQ(shoal({"run", "splash.toml", "--out", "o", "-q", "--steps", "1"}).exitCode, 0);
}

TEST_F(Usage, AnEarlierRunIsReplacedWholeAndNotesBesideItAreKept) {
  ASSERT_EQ(shoal({"run", "splash.toml", "--out", "o", "-q"}).exitCode, 0);
  write("o/notes.txt", "notes");
  ASSERT_EQ(shoal({"run", "splash.toml", "--out", "o", "-q", "--steps", "1"}).exitCode, 0);
  EXPECT_EQ(runFolder("o").listFrames().size(), 1u);
  EXPECT_EQ(Table(runFolder("o").stats()).size(), 1u);
  EXPECT_EQ(contents(path("o/notes.txt")), "notes");
}

TEST_F(Usage, DivergingRunNamesStepParticleAndCureAndKeepsItsCheckpoint) {
  expectError({"run", "splash.toml", "--out", "o", "--set", "timeStep.fixed=0.02", "--until", "1"},
              1, "lower it, or leave it out and let the step adapt");
  EXPECT_TRUE(std::filesystem::exists(runFolder("o").checkpoint()));
}

}  // namespace
}  // namespace shoal
