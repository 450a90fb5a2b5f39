// Starts of tests that are a little off, by SHOAL_PERTURBED=SEED: particles are displaced by a
// millionth of a spacing. A verdict that changes hangs on rounding; ./dev check --perturbed looks
// for such tests.
#pragma once

#include <cstdlib>

#include "shoal/world/world.h"

namespace shoal {

// The seed, or 0 if starts are to be as they are.
inline int perturbationSeed() {
  const char* seed = std::getenv("SHOAL_PERTURBED");
  return seed ? std::atoi(seed) : 0;
}

// `start` tells starts of one test apart; the first is as it is, unless SHOAL_PERTURBED is set.
inline WorldSetup perturbed(WorldSetup setup, int start = 0) {
  const int seed = 1000 * perturbationSeed() + start;
  if (seed == 0 || setup.world.jitter > 0) return setup;
  setup.world.jitter = 1e-6;
  setup.world.seed = seed;
  return setup;
}

}  // namespace shoal
