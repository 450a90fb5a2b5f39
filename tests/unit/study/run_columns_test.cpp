// The columns of a run, and plots of them.
#include "shoal/study/run_columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/study/plot_sheet.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kScene =
    "format = 1\nprogram = \"shoal\"\nworld = { dimensions = 2 }\n"
    "fluid = { name = \"w\", fill = { box = [[0, 0], [1, 1]] } }\n";

class RunColumns : public testing::Test {
 protected:
  RunFolder makeRun(const std::string& name, double factor) const {
    const RunFolder run(folder_.path() / name);
    std::filesystem::create_directories(run.path());
    writeFileAtomically(run.scene(), kScene);
    writeFileAtomically(run.probes(),
                        "step,time,load.forceX[N/m],load.forceY[N/m],load.torqueZ[N]\n"
                        "0,0,1,2,3\n1,0.5,1,4,3\n2,1,1,nan,3\n");
    writeFileAtomically(run.probes(0.5), fmt::format("step,time,gauge.height[m]\n0,0,{}\n2,1,{}\n",
                                                     factor, 2 * factor));
    writeFileAtomically(run.poses(), "step,time,ball.x,ball.qw,ball.fx\n0,0,1,1,5\n");
    writeFileAtomically(run.ledger(),
                        "step,time,kinetic,momentumX,solidKinetic,particles\n"
                        "1,0.1,1,2,3,4\n");
    writeFileAtomically(run.stats(), "step,time,dt,kinetic\n1,0.1,0.1,7\n");
    return run;
  }

  TemporaryFolder folder_;
};

std::vector<std::string> labels(const std::vector<RunColumn>& columns) {
  std::vector<std::string> all;
  for (const RunColumn& column : columns) all.push_back(column.label());
  return all;
}

TEST_F(RunColumns, HaveUnitsAlsoWhereTheTableHasNone) {
  EXPECT_THAT(
      labels(columnsOf(makeRun("a", 1), 2)),
      ElementsAre("load.forceX [N/m]", "load.forceY [N/m]", "load.torqueZ [N]", "gauge.height [m]",
                  "ball.x [m]", "ball.qw", "ball.fx [N/m]", "kinetic [J/m]", "momentumX [N s/m]",
                  "solidKinetic [J/m]", "particles", "dt [s]", "kinetic [J/m]"));
}

TEST_F(RunColumns, AreChosenByNameProbeOrPattern) {
  const auto all = columnsOf(makeRun("a", 1), 2);
  EXPECT_THAT(labels(chosenColumns(all, "load.forceY")), ElementsAre("load.forceY [N/m]"));
  EXPECT_THAT(labels(chosenColumns(all, "load.forceY[N/m]")), ElementsAre("load.forceY [N/m]"));
  EXPECT_THAT(labels(chosenColumns(all, "load")),
              ElementsAre("load.forceX [N/m]", "load.forceY [N/m]", "load.torqueZ [N]"));
  EXPECT_THAT(labels(chosenColumns(all, "*force*")),
              ElementsAre("load.forceX [N/m]", "load.forceY [N/m]"));
  const auto kinetic = chosenColumns(all, "kinetic");
  ASSERT_EQ(kinetic.size(), 1u);
  EXPECT_EQ(kinetic[0].table.filename(), "ledger.csv");
  try {
    chosenColumns(all, "load.forceZ");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"load.force"));
  }
}

TEST_F(RunColumns, CurvesOfOneUnitShareAPlotAndRunsAreOverlaid) {
  const std::vector<RunFolder> runs{makeRun("a", 1), makeRun("b", 3)};
  const auto one = plotsOf({runs[0]}, {});
  ASSERT_EQ(one.size(), 3u) << "N/m, N and m, of all probes";
  EXPECT_EQ(one[0].curves.size(), 2u);
  EXPECT_EQ(one[1].title, "load.torqueZ [N]");
  EXPECT_EQ(one[0].xAxis, "time [s]");
  const auto both = plotsOf(runs, {"gauge"});
  ASSERT_EQ(both.size(), 1u);
  ASSERT_EQ(both[0].curves.size(), 2u);
  EXPECT_EQ(both[0].curves[1].name, "b: gauge.height");
  EXPECT_THAT(both[0].curves[1].points, ElementsAre(PlotPoint{0, 3}, PlotPoint{1, 6}));
  std::filesystem::remove(runs[1].probes(0.5));
  EXPECT_EQ(plotsOf(runs, {"gauge"})[0].curves.size(), 1u) << "the second has no such column";
}

Plot spike() {
  Plot plot{"f [N]", "time [s]", "N", {{"f [N]", {}}}};
  for (int k = 0; k < 20000; ++k) plot.curves[0].points.push_back({k / 2e4, k == 777 ? 9.0 : 0.0});
  return plot;
}

// One value among twenty thousand is still seen.
TEST(PlotSheet, KeepsPeaksOfLongSeries) {
  const std::string svg = svgSheet({spike()}, {600, 300});
  const Image image = imageSheet({spike()}, {600, 300});
  const auto inked = [&](int y) {
    int count = 0;
    for (int x = 0; x < image.width; ++x) {
      const Rgb c = image.pixel(x, y);
      if (c[2] > c[0] + 60) ++count;
    }
    return count;
  };
  EXPECT_GT(inked(100), 0) << "half-way up the spike";
  EXPECT_LT(inked(100), 8);
  EXPECT_LT(svg.size(), 60000u) << "thinned";
  EXPECT_THAT(svg, HasSubstr(">time [s]</text>"));
  EXPECT_THAT(svg, HasSubstr(">f [N]</text>"));
}

TEST(PlotSheet, BreaksCurvesWhereThereIsNoValue) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Plot plot{
      "", "time [s]", "m", {{"h", {{0, 1}, {1, 2}, {2, nan}, {3, 1}, {4, 2}, {5, nan}, {6, 1}}}}};
  const std::string svg = svgSheet({plot}, {600, 300});
  std::size_t lines = 0;
  for (std::size_t at = svg.find("<polyline"); at != std::string::npos;
       at = svg.find("<polyline", at + 1))
    ++lines;
  EXPECT_EQ(lines, 3u) << "two pieces, and one in the legend";
  EXPECT_THAT(svg, HasSubstr("<circle")) << "a value between two gaps";
}

TEST(PlotSheet, RefusesSizesThatHoldNothing) {
  EXPECT_THROW(svgSheet({spike()}, {60, 300}), Error);
  EXPECT_THROW(imageSheet({spike()}, {600, 20}), Error);
  EXPECT_THROW(imageSheet(std::vector<Plot>(40, spike()), {600, 300}), Error);
}

}  // namespace
}  // namespace shoal
