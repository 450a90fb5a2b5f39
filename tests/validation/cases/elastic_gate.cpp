// Water opens a rubber gate: the experiment of [AGS07], which others computed with SPH and finite
// elements, too [YJM12].
#include <algorithm>
#include <cmath>

#include "validation/framework/body_run.h"
#include "validation/framework/measure.h"
#include "validation/framework/reference_table.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

// How far published computations of this gate differ from each other: by more than this.
constexpr double kOfComputation = 0.02;
constexpr double kUntil = 0.2;      // s
constexpr double kYoung = 1.196e7;  // Pa

// How far the free end moved, in m.
struct Opening {
  Series x, y;
};

Opening opening(const std::string& solver, double spacing, double young) {
  World world(caseSetup(
      caseScene("elastic-gate", solver, spacing, {fmt::format("solid.gate.young={}", young)})));
  const Body& gate = bodyOf(world, "gate");
  std::vector<std::size_t> end;
  for (std::size_t k = 0; k < gate.surface().x.size(); ++k)
    if (gate.surface().x[k].y < 1e-6) end.push_back(k);
  const auto place = [&] {
    Vec3d sum;
    for (const std::size_t k : end) sum += gate.surface().x[k];
    return sum / static_cast<double>(end.size());
  };
  const Vec3d start = place();
  Opening moved{{{0, 0}}, {{0, 0}}};
  runUntil(world, kUntil, [&] {
    moved.x.push_back({world.time(), place().x - start.x});
    moved.y.push_back({world.time(), place().y - start.y});
  });
  return moved;
}

double peakOf(const Series& series) { return std::ranges::max_element(series, {}, &Point::y)->y; }

// A maximum is flat: the middle of the time that the series spends within a hundredth of it, in s.
double timeOfPeak(const Series& series) {
  const double least = 0.99 * peakOf(series);
  const auto isThere = [&](const Point& p) { return p.y >= least; };
  const auto first = std::ranges::find_if(series, isThere);
  const auto last = std::find_if(series.rbegin(), series.rend(), isThere);
  return (first->x + last->x) / 2;
}

Outcome opened(const std::string& solver, double spacing, double young) {
  const Opening moved = opening(solver, spacing, young);
  const Series x = referenceData("exp_antoci_gate_x_exp").series("t_s", "disp_m");
  const Series y = referenceData("exp_antoci_gate_y_exp").series("t_s", "disp_m");
  Series computed = referenceData("num_antoci_gate_x_sphfem_yang2012").series("t_s", "disp_m");
  std::erase_if(computed, [](const Point& p) { return p.x > kUntil; });
  constexpr double kEarliest = 0.11, kLatest = 0.16;  // s, of the readings around the peak
  const double late = std::abs(timeOfPeak(moved.x) - (kEarliest + kLatest) / 2);
  return {
      .figures = {{"opening, peak", std::abs(peakOf(moved.x) / peakOf(x) - 1), 0.15},
                  {"time of the peak, in s from 0.135", late, (kLatest - kEarliest) / 2},
                  {"opening, RMS from [YJM12], of the peak",
                   rmsDeviation(moved.x, computed, peakOf(computed)), 0.05, true, kOfComputation}},
      .plots = {{"Free end",
                 "t in s",
                 "displacement in m",
                 {{"simulated, along", moved.x},
                  {"simulated, upwards", moved.y},
                  {"measured, along", x, Style::Points},
                  {"measured, upwards", y, Style::Points},
                  {"computed by others, along", computed, Style::Points}}}}};
}

const bool registered = registerCase({
    .name = "ElasticGate",
    .description = "Water 0.14 m deep bends a rubber gate of 79 by 5 mm open and flows out.",
    .reference = "AGS07",
    .solvers = {"isph", "dfsph"},
    .spacings = {0.0025, 0.00125},
    .run = [](const std::string& solver,
              double spacing) { return opened(solver, spacing, kYoung); },
    .wrong = {"rubber twice as stiff",
              [](const std::string& solver, double spacing) {
                return opened(solver, spacing, 2 * kYoung);
              }},
});

}  // namespace
}  // namespace shoal::validation
