// Parameters of spray, foam and bubbles.
#pragma once

#include <array>

#include "shoal/core/parameter.h"

namespace shoal {

// Pairs are the values at which a potential begins and at which it is full. Speeds are in U, times
// in T, see FoamScale, so that the same numbers fit scenes of any size.
struct FoamParams {
  double speed = 0;                          // m/s, U; 0: sqrt(gravity * spacing)
  std::array<double, 2> trappedAir{0.8, 3};  // U
  std::array<double, 2> crest{0.05, 0.25};
  std::array<double, 2> energy{5, 30};          // U^2, per mass
  double trappedRate = 3;                       // 1/T, per particle of the fluid
  double crestRate = 5;                         // 1/T
  double spread = 0.2;                          // 1/T
  std::array<double, 2> life{20, 60};           // T
  std::array<double, 2> neighbours{0.18, 0.6};  // of those deep in the fluid
  double buoyancy = 2;                          // of gravity
  double drag = 0.18;                           // T
  int most = 5'000'000;                         // particles
  int seed = 1;
};

template <>
struct Describe<FoamParams> {
  static Entries entries();
};

}  // namespace shoal
