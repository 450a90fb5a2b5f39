// Water that sloshes in the tank of the SPHERIC benchmark 10, at both of its depths.
#include "validation/framework/wave_tank.h"

namespace shoal::validation {
namespace {

bool registerDepth(const std::string& name, const std::string& depth, const WaveTank& tank,
                   const std::vector<std::string>& solvers, std::array<double, 2> spacings) {
  return registerCase({
      .name = name,
      .description = "Water " + depth +
                     " deep in a tank 0.9 m long sloshes with the period of "
                     "linear theory.",
      .reference = "Lam32",
      .solvers = solvers,
      .spacings = spacings,
      .run = [tank](const std::string& solver,
                    double spacing) { return waveOutcome(tank, solver, spacing); },
      .wrong = {"gravity 20 % too strong",
                [tank](const std::string& solver, double spacing) {
                  return waveOutcome(tank, solver, spacing, 1.2 * 9.81);
                }},
      .starts = 4,
  });
}

const bool low = registerDepth(
    "SloshingLow", "93 mm",
    {.scene = "sloshing-low", .reference = "SPHERIC10_low", .steepness = 0.05, .periods = 2.9},
    {"isph", "wcsph"}, {0.093 / 8, 0.093 / 14});
const bool high = registerDepth(
    "SloshingHigh", "356 mm",
    {.scene = "sloshing-high", .reference = "SPHERIC10_high", .steepness = 0.05, .periods = 3.6},
    {"isph", "wcsph"}, {0.3556 / 14, 0.3556 / 28});

}  // namespace
}  // namespace shoal::validation
