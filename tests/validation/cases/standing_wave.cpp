// A standing wave in a tank of water half as deep as it is long.
#include "validation/framework/wave_tank.h"

namespace shoal::validation {
namespace {

const WaveTank kTank{.scene = "standing-wave",
                     .reference = "standing_wave_SPHinXsys",
                     .steepness = 0.05,
                     .periods = 3.6};

const bool registered = registerCase({
    .name = "StandingWave",
    .description = "A standing wave of one length in a tank of 2 m by 1 m swings with the period "
                   "of linear theory.",
    .reference = "Lam32",
    .solvers = {"isph", "wcsph", "dfsph"},
    .spacings = {0.05, 0.025},
    .run = [](const std::string& solver,
              double spacing) { return waveOutcome(kTank, solver, spacing); },
    .wrong = {"gravity 20 % too strong",
              [](const std::string& solver, double spacing) {
                return waveOutcome(kTank, solver, spacing, 1.2 * 9.81);
              }},
});

}  // namespace
}  // namespace shoal::validation
