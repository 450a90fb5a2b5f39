// A light square rises in the plane. The added mass of a square that moves along a side is 1.19 of
// the displaced mass, [New77] table 4.3. The walls of this tank make it 1.27 at the start
// (potential flow by finite volumes, extrapolated to fine cells), so that the square accelerates 4
// % less.
#include <array>
#include <cmath>
#include <map>

#include "validation/framework/measure.h"
#include "validation/framework/rise.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

const RisingBody kSquare{.scene = "rising-square", .addedMass = 1.19};

const bool registered = registerCase({
    .name = "RisingSquare",
    .description = "A light square in a closed tank rises as its buoyancy and added mass say, and "
                   "the weight of the water does not matter.",
    .reference = "New77",
    .solvers = {"isph", "dfsph", "wcsph"},
    .spacings = {0.02, 0.01},
    .run = [](const std::string& solver,
              double spacing) { return judgeRise(kSquare, solver, spacing, 800); },
    .wrong = {"a square that is heavier by a tenth",
              [](const std::string& solver, double spacing) {
                return judgeRise(kSquare, solver, spacing, 880);
              }},
    .starts = 2,
});

const bool registeredAccurate = registerCase({
    .name = "RisingSquareAccurate",
    .description = "The same with accurate quality.",
    .reference = "New77",
    .solvers = {"accurate"},
    .spacings = {0.02, 0.01},
    .run = [](const std::string& solver,
              double spacing) { return judgeRise(kSquare, solver, spacing, 800); },
    .wrong = {"a square that is heavier by a tenth",
              [](const std::string& solver, double spacing) {
                return judgeRise(kSquare, solver, spacing, 880);
              }},
    .suite = Suite::Long,
    .starts = 4,
});

// The mean speed from 0.5 to 0.8 s, when the wake has formed, in m/s.
double lateSpeed(const Series& way) {
  constexpr double kFrom = 0.5, kUntil = 0.8;
  return (valueAt(way, kUntil) - valueAt(way, kFrom)) / (kUntil - kFrom);
}

// Compares squares `heavier` than they should be with those of a run at 5 mm.
Outcome lateRise(const std::string& solver, double spacing, double heavier) {
  constexpr double kFinest = 0.005;
  static std::map<std::pair<std::string, double>, Series> finest;  // by solver and density
  Outcome outcome;
  Plot plot{"Way upwards", "t in s", "m", {}};
  for (const double density : {800.0, 500.0}) {
    Series& reference = finest[{solver, density}];
    if (reference.empty()) reference = riseOf(kSquare, solver, kFinest, {.density = density});
    const Series way = riseOf(kSquare, solver, spacing, {.density = heavier * density});
    outcome.figures.push_back({fmt::format("late speed at {} kg/m^3", density),
                               std::abs(lateSpeed(way) / lateSpeed(reference) - 1), 0.2, true});
    plot.curves.push_back({fmt::format("{} kg/m^3", density), way});
    plot.curves.push_back({fmt::format("{} kg/m^3, finest", density), reference});
  }
  outcome.plots.push_back(std::move(plot));
  return outcome;
}

const bool registeredLate = registerCase({
    .name = "RisingSquareLate",
    .description = "A square that has risen by some of its widths is as fast as at a finer "
                   "resolution.",
    .reference = "New77",
    .solvers = {"isph"},
    .spacings = {0.02, 0.01},
    .run = [](const std::string& solver, double spacing) { return lateRise(solver, spacing, 1); },
    .wrong = {"squares that are heavier by 15 %",
              [](const std::string& solver, double spacing) {
                return lateRise(solver, spacing, 1.15);
              }},
    .suite = Suite::Long,
});

}  // namespace
}  // namespace shoal::validation
