// What the program says about scenes that would not do what was meant.
#include "program/program.h"

namespace shoal {
namespace {

using testing::HasSubstr;
using testing::Not;

class Findings : public Program {
 protected:
  // A tank too narrow for its water.
  void SetUp() override {
    Program::SetUp();
    std::string scene = contents(path("splash.toml"));
    const std::string tank = "[0.8, 0.8]";
    scene.replace(scene.find(tank), tank.size(), "[0.35, 0.8]");
    write("narrow.toml", scene);
  }
};

TEST_F(Findings, ProblemsStopARunBeforeItsFolderIsMade) {
  const Finished end = shoal({"run", "narrow.toml", "--out", "o"});
  EXPECT_EQ(end.exitCode, 1);
  EXPECT_THAT(end.out, HasSubstr("problem: solid \"tank\": "));
  EXPECT_THAT(end.out, HasSubstr("start outside of it, but most fluid inside"));
  EXPECT_THAT(end.err, HasSubstr("has 1 problem; correct it, or go on with --anyway"));
  EXPECT_FALSE(std::filesystem::exists(path("o")));
}

TEST_F(Findings, AnywayRunsInSpiteOfProblems) {
  const Finished end = shoal({"run", "narrow.toml", "--out", "o", "--anyway", "--steps", "1"});
  EXPECT_EQ(end.exitCode, 0) << end.err;
  EXPECT_THAT(end.out, HasSubstr("problem: solid \"tank\": "));
  EXPECT_TRUE(std::filesystem::exists(path("o/checkpoint.h5")));
}

TEST_F(Findings, NotesArePrintedOnceAndNotWhenResumed) {
  write("open.toml", replaced(contents(path("splash.toml")), "\\[\\[solid\\]\\](.|\n)*", ""));
  const auto count = [](const std::string& text) {
    std::size_t found = 0;
    for (std::size_t at = text.find("no wall beneath"); at != std::string::npos;
         at = text.find("no wall beneath", at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(count(shoal({"run", "open.toml", "--out", "o", "--steps", "2"}).out), 1u);
  EXPECT_EQ(count(shoal({"run", "open.toml", "--out", "o", "--steps", "2", "--resume"}).out), 0u);
  EXPECT_EQ(shoal({"run", "open.toml", "--out", "p", "--steps", "2", "-q"}).out, "");
}

TEST_F(Findings, CheckSpeaksOfTimesAsPeopleDo) {
  const Finished end = shoal({"check", "splash.toml", "--set", "run.until=1e6"});
  EXPECT_EQ(end.exitCode, 0) << end.err;
  EXPECT_THAT(end.out, testing::ContainsRegex("run time +about [0-9]+ h [0-9]+ min here"));
  EXPECT_THAT(end.out, HasSubstr("sound "));
  const Finished other = shoal({"check", "splash.toml", "--set", "fluid.water.solver=dfsph"});
  EXPECT_THAT(other.out, Not(HasSubstr("sound ")));
}

TEST_F(Findings, MotionsThatAreNoNumbersAreErrors) {
  for (const char* formula : {"log(-1)", "1/0", "0/0"})
    for (const char* command : {"check", "run"})
      expectError({command, "shaken-tank", "--set",
                   fmt::format("solid.tank.motion.rotate=\"{}\"", formula)},
                  1, "solid.tank.motion.rotate: is ");
}

TEST_F(Findings, UnknownWordsAreAnsweredByTheKnownOnes) {
  expectError({"check", "splash.toml", "--set", "fluid.water.solver=iisph"}, 1,
              "\"iisph\" is not one of isph, wcsph, pcisph, dfsph; did you mean \"isph\"?\n");
  expectError({"check", "splash.toml", "--set", "spacing=0.1"}, 1,
              "did you mean \"world.spacing\"");
  write("circle.toml",
        replaced(contents(path("splash.toml")), "mesh = \\{ box = .*", "mesh = { circle = 1 }"));
  expectError({"check", "circle.toml"}, 1, "unknown; known are box, plane, sphere");
}

TEST_F(Findings, BoxesThatTouchThePlaneAreTheirSections) {
  for (const char* corners :
       {"[[0.5, 0.4, 0], [0.6, 0.5, 0.1]]", "[[0.5, 0.4, -0.1], [0.6, 0.5, 0]]"}) {
    write("crate.toml",
          contents(path("splash.toml")) +
              "[[solid]]\nname = \"crate\"\nmodel = \"rigid\"\nmesh = { box = " + corners + " }\n");
    const Finished end =
        shoal({"run", "crate.toml", "--out", "o", "--overwrite", "--steps", "2", "-q"});
    EXPECT_EQ(end.exitCode, 0) << end.err;
  }
  write("crate.toml", contents(path("splash.toml")) +
                          "[[solid]]\nname = \"crate\"\nmodel = \"rigid\"\nmesh = { box = [[0.5, "
                          "0.4, 0.1], [0.6, 0.5, 0.2]] }\n");
  expectError({"run", "crate.toml"}, 1, "crate.toml:23:8: solid[1].mesh: neither cuts nor touches");
}

// A box of so many cells, and the address space that the program may take.
TEST_F(Findings, ElementsThatDoNotFitIntoMemoryAreRefused) {
  const auto check = [&](double cell) {
    write("block.toml",
          fmt::format("format = 1\n[[solid]]\nname = \"block\"\nmodel = \"fem\"\nelements = "
                      "\"quadratic\"\nmesh = {{ box = {{ corners = [[0, 0, 0], [1, 1, 1]], cell = "
                      "{} }} }}\n",
                      cell));
    return Subprocess(
               {"/bin/sh", "-c", "ulimit -v 2000000; exec " SHOAL_PROGRAM " check block.toml"},
               {path("").parent_path(), 0})
        .wait();
  };
  EXPECT_EQ(check(0.2).exitCode, 0);
  const Finished large = check(0.025);
  EXPECT_EQ(large.exitCode, 1);
  EXPECT_THAT(large.err, HasSubstr("384000 quadratic elements would take about 3.9 GiB, more than "
                                   "the 1.9 GiB of this machine; use fewer"));
  const Finished huge = check(0.001);
  EXPECT_EQ(huge.exitCode, 1);
  EXPECT_THAT(huge.err, HasSubstr("block.toml:6:8: solid[0].mesh: 1e+09 cells are too many"));
}

TEST_F(Findings, ParticlesThatDoNotFitIntoMemoryAreRefused) {
  const Finished end = Subprocess({"/bin/sh", "-c",
                                   "ulimit -v 1000000; exec " SHOAL_PROGRAM
                                   " check splash.toml --set world.spacing=0.0002"},
                                  {path("").parent_path(), 0})
                           .wait();
  EXPECT_EQ(end.exitCode, 1);
  EXPECT_THAT(end.err, HasSubstr("world.spacing: would make 4e+06 particles, 2.2 GiB, where 0.95 "
                                 "GiB are the most; raise it to about "));
}

// A grip that runs away by a million metres: the run ends, with success or with a diagnosis.
TEST_F(Findings, SolidsThatArePulledFarAwayDoNoHarm) {
  for (const char* solid :
       {"model = \"cloth\"\nmesh = { plane = { centre = [0.4, 0.5, 0], size = [0.2, 0.2], cell = "
        "0.05 } }",
        "model = \"fem\"\nmesh = { box = { corners = [[0.3, 0.5, 0.1], [0.5, 0.6, 0.3]], cell = "
        "0.05 } }"}) {
    write("pulled.toml",
          fmt::format("format = 1\nrun.until = 0.05\nworld.spacing = 0.05\n[[fluid]]\nname = "
                      "\"water\"\nfill = {{ box = [[0, 0, 0], [0.8, 0.3, 0.4]] }}\n[[solid]]\nname "
                      "= \"tank\"\nmesh = {{ box = {{ corners = [[0, 0, 0], [0.8, 0.8, 0.4]], open "
                      "= [\"+y\"] }} }}\n[[solid]]\nname = \"s\"\n{}\n[[event]]\npull = {{ solid "
                      "= \"s\", point = [0.4, 0.55, 0.2], to = [0, 1e6, 0] }}\n",
                      solid));
    const Finished end =
        shoal({"run", "pulled.toml", "--out", "o", "--overwrite", "--steps", "20", "--anyway"});
    EXPECT_TRUE(end.exitCode == 0 || end.exitCode == 1) << end.exitCode;
    EXPECT_TRUE(end.exitCode == 0 || !end.err.empty());
  }
}

// A frame whose columns have such names is refused, without printing them.
TEST_F(Findings, EscapeCodesInFramesAreNotPrinted) {
  ASSERT_EQ(shoal({"run", "splash.toml", "--out", "o", "--steps", "2"}).exitCode, 0);
  for (const auto& file : std::filesystem::recursive_directory_iterator(path("o")))
    if (file.path().extension() == ".vtp")
      write(std::filesystem::relative(file.path(), path("")).string(),
            replaced(contents(file.path()), "Name=\"velocity\"", "Name=\"\x1b[2J\""));
  EXPECT_EQ(shoal({"info", "o"}).exitCode, 0);
  const Finished end = shoal({"render", "o"});
  EXPECT_EQ(end.exitCode, 1);
  EXPECT_THAT(end.err, HasSubstr("printable characters"));
  EXPECT_EQ((end.out + end.err).find('\x1b'), std::string::npos) << end.out << end.err;
}

TEST_F(Findings, NamesOfExamplesAreFoundFirst) {
  EXPECT_THAT(shoal({"check", "dam-break-2d"}).out, HasSubstr("The scene can run."));
}

}  // namespace
}  // namespace shoal
