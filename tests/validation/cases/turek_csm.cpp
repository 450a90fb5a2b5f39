// The flag of [TH06] under its own weight, without the fluid: CSM1 to CSM3.
#include <algorithm>
#include <cmath>

#include "validation/framework/fem_beam.h"
#include "validation/framework/measure.h"
#include "validation/framework/reference_table.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

const Vec3d kGravity{0, -2, 0};  // m/s^2

// The flag ends on the cylinder it is fixed to, which is round.
FemBeam flag(const std::string& test, const std::string& elements, double cell) {
  const ReferenceTable table = referenceData("ref_turek_hron");
  FemBeam beam{.length = 0.35, .height = 0.02, .cell = cell};
  beam.material = {table.value(test, "E_Pa"), 0.4, table.value(test, "rho_s")};
  beam.elements = chosen<FemElements>(elements, "elements");
  beam.step = 0.005;
  beam.root = [](double y) {
    constexpr double kRadius = 0.05;
    return std::sqrt(sq(kRadius) - sq(y)) - kRadius;
  };
  return beam;
}

Outcome atRest(const std::string& test, const std::string& elements, double cell, double weight) {
  const FemBeam beam = flag(test, elements, cell);
  const auto body = makeBeam(beam);
  const std::size_t tip = tipOf(*body, beam);
  body->solid().settle(weight * kGravity);
  const Vec3d moved = body->solid().x[tip] - Vec3d{beam.length, 0, 0};
  const ReferenceTable table = referenceData("ref_turek_hron");
  const double x = 1e-3 * table.value(test, "ux_mean_1e-3m");
  const double y = 1e-3 * table.value(test, "uy_mean_1e-3m");
  return {.figures = {{"along", std::abs(moved.x / x - 1), 0.03, true},
                      {"across", std::abs(moved.y / y - 1), 0.03, true}},
          .plots = {}};
}

// When a series is lowest for the n-th time, by a parabola through three points.
std::vector<double> timesOfLows(const Series& s) {
  std::vector<double> times;
  for (std::size_t i = 1; i + 1 < s.size(); ++i) {
    const double a = s[i - 1].y, b = s[i].y, c = s[i + 1].y;
    if (b < a && b <= c)
      times.push_back(s[i].x + (s[i + 1].x - s[i].x) * (a - c) / (2 * (a - 2 * b + c)));
  }
  return times;
}

Outcome swinging(const std::string& elements, double cell, double weight) {
  const FemBeam beam = flag("CSM3", elements, cell);
  const auto body = makeBeam(beam);
  const std::size_t tip = tipOf(*body, beam);
  Series across;
  const Series along = observe(*body, weight * kGravity, 2.0, [&] {
    across.push_back({double(across.size()) * beam.step, body->solid().x[tip].y});
    return body->solid().x[tip].x - beam.length;
  });
  const ReferenceTable table = referenceData("ref_turek_hron");
  const auto value = [&](const char* column) { return table.value("CSM3", column); };
  const auto amplitude = [](const Series& s) {
    const auto [low, high] = std::ranges::minmax_element(s, {}, &Point::y);
    return (high->y - low->y) / 2;
  };
  const std::vector<double> lows = timesOfLows(across);
  const double frequency = lows.size() < 2 ? 0 : 1 / (lows[1] - lows[0]);
  const Series reference = referenceData("ref_turek_csm3_tip").series("t_s", "Uy_m");
  Series firstPart;
  for (const Point& p : reference)
    if (p.x <= across.back().x) firstPart.push_back(p);
  const auto off = [](double found, double right) { return std::abs(found / right - 1); };
  return {
      .figures = {{"amplitude across", off(amplitude(across), 1e-3 * value("uy_amp")), 0.03, true},
                  {"amplitude along", off(amplitude(along), 1e-3 * value("ux_amp")), 0.03},
                  {"frequency", off(frequency, value("f_uy_Hz")), 0.03},
                  {"history", largestDeviation(across, firstPart, 1e-3 * value("uy_amp")), 0.05,
                   true}},
      .plots = {{"Tip of the flag",
                 "t / s",
                 "y / m",
                 {{"simulated", across}, {"reference", reference, Style::Points}}}}};
}

Run restOf(const char* test, double weight) {
  return [=](const std::string& elements, double cell) {
    return atRest(test, elements, cell, weight);
  };
}
Run swingOf(double weight) {
  return [=](const std::string& elements, double cell) { return swinging(elements, cell, weight); };
}

const bool registered =
    registerCase({.name = "TurekCsm1",
                  .description = "A soft flag sinks under its weight (CSM1).",
                  .reference = "TH06",
                  .solvers = {"quadratic"},
                  .spacings = {0.02, 0.005},
                  .run = restOf("CSM1", 1),
                  .wrong = {"a flag that is 10 % heavier", restOf("CSM1", 1.1)}}) &&
    registerCase({.name = "TurekCsm2",
                  .description = "A stiff flag sinks under its weight (CSM2).",
                  .reference = "TH06",
                  .solvers = {"quadratic"},
                  .spacings = {0.02, 0.005},
                  .run = restOf("CSM2", 1),
                  .wrong = {"a flag that is 10 % heavier", restOf("CSM2", 1.1)}}) &&
    registerCase({.name = "TurekCsm3",
                  .description = "A soft flag is let go and swings under its weight (CSM3).",
                  .reference = "TH06",
                  .solvers = {"quadratic"},
                  .spacings = {0.02, 0.01},
                  .run = swingOf(1),
                  .wrong = {"a flag that is 10 % heavier", swingOf(1.1)}});

}  // namespace
}  // namespace shoal::validation
