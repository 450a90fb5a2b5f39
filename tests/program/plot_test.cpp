// Plots of the tables of runs.
#include "program/program.h"
#include "shoal/view/picture/image.h"

namespace shoal {
namespace {

using testing::HasSubstr;
using testing::Not;

class PlotCommand : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    write("probed.toml", std::string(kSplash) +
                             "[[probe]]\nname = \"load\"\nforce = \"tank\"\n"
                             "[[probe]]\nname = \"gauge\"\nheight = [0.2, 0]\nevery = 0.01\n");
    stateOf({"run", "probed.toml", "--out", "o"});
  }
};

TEST_F(PlotCommand, DrawsProbesAsSvgAndPng) {
  const Finished end = shoal({"plot", "o"});
  EXPECT_EQ(end.exitCode, 0) << end.err;
  EXPECT_EQ(end.out, "o/pictures/plot.svg\no/pictures/plot.png\n");
  const std::string svg = contents(path("o/pictures/plot.svg"));
  for (const char* text : {"load.forceY [N/m]", "load.torqueZ [N]", "gauge.height [m]", "time [s]"})
    EXPECT_THAT(svg, HasSubstr(std::string(">") + text + "</text>"));
  const Image png = readPng(path("o/pictures/plot.png"));
  EXPECT_EQ(png.width, 900);
  EXPECT_EQ(png.height, 3 * 360);
}

TEST_F(PlotCommand, DrawsChosenColumnsOfSeveralRuns) {
  stateOf({"run", "probed.toml", "--out", "p", "--set", "fluid.water.density=2000"});
  const Finished end = shoal({"plot", "o", "p", "load.forceY", "kinetic", "--out", "both.svg"});
  EXPECT_EQ(end.exitCode, 0) << end.err;
  const std::string svg = contents(path("both.svg"));
  for (const char* name : {"o: load.forceY", "p: load.forceY", "o: kinetic", "p: kinetic"})
    EXPECT_THAT(svg, HasSubstr(name));
  EXPECT_THAT(svg, Not(HasSubstr("gauge")));
  EXPECT_EQ(shoal({"plot", "o", "stats.*", "--list"}).exitCode, 0);
  EXPECT_EQ(shoal({"plot", "o", "dt", "--out", "small.png", "--width", "300", "--height", "200"})
                .exitCode,
            0);
  EXPECT_EQ(readPng(path("small.png")).width, 300);
}

TEST_F(PlotCommand, ListsColumnsAndExplainsMistakes) {
  const Finished list = shoal({"plot", "o", "--list"});
  EXPECT_THAT(list.out, HasSubstr("o/probes-0.01s.csv\n  gauge.height [m]\n"));
  EXPECT_THAT(list.out, HasSubstr("  kinetic [J/m]\n"));
  expectError({"plot", "o", "load.farceY"}, 1, "did you mean \"load.forceY\"?");
  expectError({"plot", "nowhere"}, 1, "is not the folder of a run");
  expectError({"plot", "o", "--width", "30"}, 1, "no room for its curves");
}

}  // namespace
}  // namespace shoal
