// The judge of validation must itself be able to fail a case.
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "support/temporary_folder.h"
#include "validation/framework/measure.h"
#include "validation/framework/merged_plot.h"
#include "validation/framework/reference_table.h"
#include "validation/framework/report.h"

namespace shoal::validation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Errors of a case that is imagined: coarse, fine and on purpose wrong.
ValidationCase imagined(double coarse, double fine, double wrong = 1) {
  const auto outcome = [](double error) {
    Outcome o;
    o.figures = {{"length", error, 0.02, true}, {"width", 0, 0.01}};
    o.plots = {{"Length",
                "t in s",
                "m",
                {{"simulated", {{0, error}, {1, 2}}}, {"exact", {{0, 1}, {1, 2}}, Style::Points}}}};
    return o;
  };
  return {.name = "Imagined",
          .description = "An imagined law.",
          .reference = "Lam32",
          .solvers = {"wcsph"},
          .spacings = {0.2, 0.1},
          .run = [=](const std::string&, double d) { return outcome(d > 0.15 ? coarse : fine); },
          .wrong = {"another length", [=](const std::string&, double) { return outcome(wrong); }}};
}

std::vector<std::string> failuresOf(const ValidationCase& one) {
  return judge(one, "wcsph").failures;
}

TEST(Judge, PassesAFallingErrorWithinTheGate) {
  EXPECT_THAT(failuresOf(imagined(0.015, 0.01)), IsEmpty());
}

TEST(Judge, FailsAMissedGate) {
  auto missed = imagined(0.04, 0.03);
  EXPECT_THAT(failuresOf(missed), testing::Contains("length: 3 % misses the gate of 2 %"));
}

TEST(Judge, TakesTheRootMeanSquareOfSeveralStarts) {
  ValidationCase one = imagined(0, 0);
  int runs = 0;
  const auto steady = one.run;
  one.starts = 3;
  one.run = [&](const std::string& solver, double d) {
    Outcome outcome = steady(solver, d);
    outcome.figures[0].error = (d > 0.15 ? 0.01 : 0.005) * (runs++ % 3);
    return outcome;
  };
  const Verdict verdict = judge(one, "wcsph");
  EXPECT_EQ(runs, 6);
  EXPECT_NEAR(figureOf(verdict.coarse.outcome, "length")->error, 0.01 * std::sqrt(5.0 / 3), 1e-12);
  EXPECT_NEAR(figureOf(verdict.fine.outcome, "length")->error, 0.005 * std::sqrt(5.0 / 3), 1e-12);
  EXPECT_TRUE(verdict.passed());
}

TEST(Judge, FailsAMainErrorThatRisesOrStays) {
  EXPECT_THAT(failuresOf(imagined(0.01, 0.015)),
              ElementsAre("length: does not fall from coarse (1 %) to fine (1.5 %)"));
  EXPECT_EQ(failuresOf(imagined(0.01, 0.01)).size(), 1u);
}

TEST(Judge, LetsErrorsRiseThatAreSmallerThanThoseOfTheReference) {
  const auto known = [](double coarse, double fine, double exact) {
    ValidationCase one = imagined(coarse, fine);
    const auto run = one.run;
    one.run = [=](const std::string& solver, double d) {
      Outcome outcome = run(solver, d);
      outcome.figures[0].exact = exact;
      return outcome;
    };
    return one;
  };
  EXPECT_THAT(failuresOf(known(0.004, 0.006, 0.007)), IsEmpty());
  EXPECT_EQ(failuresOf(known(0.004, 0.006, 0.005)).size(), 1u);
}

TEST(Judge, FailsACaseThatAcceptsWhatIsWrong) {
  EXPECT_THAT(failuresOf(imagined(0.015, 0.01, 0.016)),
              ElementsAre("accepts what is wrong: another length"));
}

TEST(Judge, DoesNotCountAGateAsRejectionThatTheRightRunMissesToo) {
  EXPECT_THAT(failuresOf(imagined(0.04, 0.03)),
              testing::Contains("accepts what is wrong: another length"));
}

TEST(Judge, RunsWhatIsWrongWhereWhatIsRightPasses) {
  for (const auto& [coarse, spacing] : {std::pair{0.015, 0.2}, std::pair{0.03, 0.1}}) {
    ValidationCase one = imagined(coarse, 0.01);
    double ran = 0;
    const auto wrong = one.wrong.run;
    one.wrong.run = [&](const std::string& solver, double d) { return ran = d, wrong(solver, d); };
    EXPECT_THAT(failuresOf(one), IsEmpty());
    EXPECT_EQ(ran, spacing);
  }
}

TEST(Judge, FailsErrorsThatAreNoNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(failuresOf(imagined(0.015, nan)).size(), 2u);
  EXPECT_EQ(failuresOf(imagined(nan, 0.01)).size(), 1u);
}

TEST(Judge, FailsACaseThatThrowsOrMeasuresNothing) {
  ValidationCase broken = imagined(0.015, 0.01);
  broken.run = [](const std::string&, double) -> Outcome { fail("the step diverged"); };
  EXPECT_THAT(failuresOf(broken), ElementsAre("the step diverged"));
  broken.run = [](const std::string&, double) { return Outcome{}; };
  EXPECT_THAT(failuresOf(broken), testing::Contains("no figure is the main one"));
}

TEST(Cases, HaveNamesSolversTwoResolutionsAndReferencesThatResolve) {
  const std::string bib = readFile(std::filesystem::path(SHOAL_SOURCE_DIR) / "docs/references.bib");
  ASSERT_FALSE(allCases().empty());
  std::string last;
  for (const ValidationCase& one : allCases()) {
    EXPECT_NE(one.name, last) << "registered twice";
    EXPECT_FALSE(one.solvers.empty()) << one.name;
    EXPECT_GT(one.spacings[0], one.spacings[1]) << one.name;
    EXPECT_FALSE(one.wrong.what.empty()) << one.name;
    EXPECT_THAT(bib, HasSubstr("{" + one.reference + ",")) << one.name;
    last = one.name;
  }
}

TEST(ReferenceTable, ReadsColumnsRowsAndOrigin) {
  const TemporaryFolder folder;
  writeFileAtomically(folder / "t.csv", "# measured by hand\ncase,a,b\nlow,1,2\nhigh,3,-4e-1\n");
  const ReferenceTable table(folder / "t.csv");
  EXPECT_EQ(table.origin(), "# measured by hand\n");
  EXPECT_THAT(table.column("a"), ElementsAre(1, 3));
  EXPECT_EQ(table.value("high", "b"), -0.4);
  EXPECT_EQ(table.series("a", "b"), (Series{{1, 2}, {3, -0.4}}));
  EXPECT_THROW(table.column("c"), Error);
  EXPECT_THROW(table.column("case"), Error);
  EXPECT_THROW(table.value("middle", "b"), Error);
}

TEST(ReferenceTable, RejectsRowsOfAnotherLengthAndEmptyFiles) {
  const TemporaryFolder folder;
  writeFileAtomically(folder / "short.csv", "a,b\n1\n");
  writeFileAtomically(folder / "empty.csv", "# nothing\na,b\n");
  EXPECT_THROW(ReferenceTable(folder / "short.csv"), Error);
  EXPECT_THROW(ReferenceTable(folder / "empty.csv"), Error);
}

TEST(ReferenceTable, EveryFileOfTheProjectNamesItsOriginAndHasRows) {
  const auto folder = std::filesystem::path(SHOAL_SOURCE_DIR) / "validation/data";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const ReferenceTable table(file.path());
    EXPECT_FALSE(table.origin().empty()) << file.path();
    EXPECT_GT(table.rows(), 1u) << file.path();
  }
}

TEST(Measure, InterpolatesBetweenPointsAndStaysConstantBeyond) {
  const Series line{{0, 1}, {2, 5}};
  EXPECT_DOUBLE_EQ(valueAt(line, 0.5), 2);
  EXPECT_DOUBLE_EQ(valueAt(line, -1), 1);
  EXPECT_DOUBLE_EQ(valueAt(line, 3), 5);
  EXPECT_DOUBLE_EQ(largestDeviation(line, {{1, 4}, {2, 5.5}}, 2), 0.5);
  EXPECT_DOUBLE_EQ(largestRelativeDeviation(line, {{1, 4}, {2, 5.5}}), 0.25);
  EXPECT_DOUBLE_EQ(rmsDeviation(line, {{0, 1}, {1, 4}}, 1), std::sqrt(0.5));
  EXPECT_THROW(valueAt({}, 0), Error);
}

TEST(Measure, FindsThePeriodOfADampedSwingAroundAnOffset) {
  Series series;
  for (double t = 0; t < 4; t += 0.02)
    series.push_back({t, 0.2 + std::exp(-0.3 * t) * std::cos(2 * std::acos(-1.0) * t / 1.3 + 0.4)});
  const Swing swing = fitSwing(series, 1.1);
  EXPECT_NEAR(swing.period, 1.3, 1e-4);
  EXPECT_NEAR(swing.decay, 0.3, 1e-3);
  EXPECT_NEAR(swing.offset, 0.2, 1e-3);
}

TEST(Report, ShowsFiguresFailuresAndPlotsAndEscapesText) {
  ValidationCase one = imagined(0.01, 0.03);
  one.description = "Where a < b.";
  const std::vector<Judged> all{{one, {judge(one, "wcsph")}}};
  const std::string html = htmlReport(all, "a machine");
  EXPECT_THAT(html, HasSubstr("a machine"));
  EXPECT_THAT(html, HasSubstr("length: 3 % misses the gate of 2 %"));
  EXPECT_THAT(html, HasSubstr("<polyline"));
  EXPECT_THAT(html, HasSubstr("<circle"));
  EXPECT_THAT(html, HasSubstr("a &lt; b"));
  EXPECT_THAT(html, Not(HasSubstr("a < b")));
  EXPECT_THAT(csvReport(all, "a machine"),
              HasSubstr("Imagined,wcsph,fine,0.1,\"length\",0.03,0.02,no,no,"));
}

TEST(Report, DrawsAReferenceOnceAndSimulatedCurvesForEachResolution) {
  const Verdict verdict = judge(imagined(0.015, 0.01), "wcsph");
  const Plot plot = mergedPlot(verdict.coarse.outcome.plots[0], verdict.fine.outcome.plots[0]);
  ASSERT_EQ(plot.curves.size(), 3u);
  EXPECT_EQ(plot.curves[0].name, "simulated, coarse");
  EXPECT_EQ(plot.curves[1].name, "simulated, fine");
  EXPECT_TRUE(plot.curves[2].reference);
}

TEST(Report, PlotsOfNothingOrOfOnePointAreDrawn) {
  EXPECT_THAT(svgPlot({}), HasSubstr("<svg"));
  EXPECT_THAT(svgPlot({"One", "x", "y", {{"c", {{1, 1}}}}}), Not(HasSubstr("nan")));
}

TEST(Report, SpikesMayLeaveThePlotSoThatTheRestIsSeen) {
  Plot plot;
  plot.curves.push_back({"force", {}});
  for (int i = 0; i < 400; ++i)
    plot.curves[0].points.push_back({double(i), i == 200 ? 1e6 : double(i % 7)});
  const std::string tick = ">5e+05</text>";
  EXPECT_THAT(svgPlot(plot), HasSubstr(tick));
  plot.spikes = false;
  EXPECT_THAT(svgPlot(plot), Not(HasSubstr(tick)));
  EXPECT_THAT(svgPlot(plot), HasSubstr(">6</text>"));
}

}  // namespace
}  // namespace shoal::validation
