// Water between two plates, pushed along them or dragged by one of them, from rest: [MFZ97].
#include <map>

#include "validation/framework/fluid_run.h"
#include "validation/framework/measure.h"
#include "validation/framework/reference_table.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

constexpr double kFastest = 1.25e-5;                                           // m/s, in the end
constexpr const char* kTimes[] = {"0.0225", "0.045", "0.1125", "0.225", "1"};  // s

// The mean velocity of particles at about the same height, by height.
Series profile(const World& world, double spacing) {
  std::map<long, std::pair<Point, int>> rows;
  for (std::size_t i = 0; i < world.fluid().size(); ++i) {
    const Vec3f& x = world.fluid().x[i];
    auto& [sum, count] = rows[std::lround(double(x.y) / spacing - 0.5)];
    sum.x += double(x.y);
    sum.y += double(world.fluid().v[i].x);
    ++count;
  }
  Series series;
  for (const auto& [row, entry] : rows)
    series.push_back({entry.first.x / entry.second, entry.first.y / entry.second});
  return series;
}

Outcome channel(const std::string& scene, const std::string& solver, double spacing,
                const std::string& model, double viscosity) {
  // Implicit steps could be so long that their first order shows.
  World world(caseSetup(caseScene(
      scene, solver, spacing,
      {fmt::format("fluid.water.viscosity={}", viscosity),
       fmt::format("fluid.water.viscosityModel=\"{}\"", model), "timeStep.maxStep=5e-4"})));
  const ReferenceTable exact = referenceData("analytic_" + scene + "_startup");
  Outcome outcome{{}, {{"Velocity between the plates", "y in m", "m/s", {}}}};
  double worst = 0;
  for (const char* time : kTimes) {
    runUntil(world, std::stod(time), [] {});
    const Series measured = profile(world, spacing);
    const Series expected = exact.series("y_m", std::string("vx_mps_t") + time);
    worst = std::max(worst, largestDeviation(expected, measured, kFastest));
    const std::string name = std::string("t = ") + time + " s";
    outcome.plots[0].curves.push_back({name, measured, Style::Points});
    outcome.plots[0].curves.push_back({name + ", exact", expected});
  }
  outcome.figures = {{"velocity, largest deviation of the fastest", worst, 0.02, true},
                     {"particles that escaped", escapedShare(world), 0}};
  return outcome;
}

ValidationCase channelCase(const std::string& name, const std::string& scene,
                           const std::string& model, const std::string& sentence) {
  const auto with = [=](double viscosity) {
    return [=](const std::string& solver, double spacing) {
      return channel(scene, solver, spacing, model, viscosity);
    };
  };
  return {.name = name,
          .description = sentence,
          .reference = "MFZ97",
          .solvers = {"isph", "wcsph", "dfsph"},
          .spacings = {1e-3 / 20, 1e-3 / 40},
          .run = with(1e-3),
          .wrong = {"a viscosity 20 % too high", with(1.2e-3)}};
}

const bool registered =
    registerCase(channelCase("Poiseuille", "poiseuille", "explicit",
                             "Water between resting plates that is pushed along them gathers speed "
                             "as the series solution does.")) &&
    registerCase(channelCase("Couette", "couette", "explicit",
                             "Water between plates is dragged along by one that slides as the "
                             "series solution does.")) &&
    registerCase(channelCase("CouetteImplicit", "couette", "implicit",
                             "Implicit viscosity drags water along as the series solution does."));

}  // namespace
}  // namespace shoal::validation
