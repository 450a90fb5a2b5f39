// Waves in a tank in the plane: small swings of the surface of water of depth H between walls at
// x = 0 and x = L, in one mode eta = A cos(k x), k = n pi / L, [Lam32] article 228.
#pragma once

#include "validation/framework/outcome.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {

struct WaveTank {
  std::string scene;      // its fluid fills [0, L] x [0, H]
  std::string reference;  // row of analytic_sloshing_periods.csv
  double steepness = 0;   // A / H at the start
  double periods = 3;     // to run through
};

// The period of the wave against that of the reference. `gravity` in m/s^2 acts in the run alone.
Outcome waveOutcome(const WaveTank& tank, const std::string& solver, double spacing,
                    double gravity = 9.81);

}  // namespace shoal::validation
