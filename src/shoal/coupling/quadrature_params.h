// What a user can say about how fluid and the surfaces of solids push each other, [MSHG04].
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// How the force at a sample is shared among the corners of its triangle.
enum class TractionShares { Linear, Impulse };

template <>
struct EnumWords<TractionShares> {
  static constexpr EnumWord<TractionShares> words[] = {{TractionShares::Linear, "linear"},
                                                       {TractionShares::Impulse, "impulse"}};
};

struct QuadratureParams {
  double stiffness = 0;          // Pa, k of eq. 15; 0: see QuadratureForce
  double range = 0.75;           // spacings, h
  double restDistance = 0;       // spacings, r0; 0: the range
  double viscosity = 0;          // Pa s, of eq. 17
  double sampleDistance = 0.35;  // ranges
  TractionShares shares = TractionShares::Linear;
};

template <>
struct Describe<QuadratureParams> {
  static Entries entries();
};

}  // namespace shoal
