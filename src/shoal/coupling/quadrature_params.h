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
  static Entries entries() {
    using P = QuadratureParams;
    return {
        Param{"stiffness", &P::stiffness, 0.0, 1e12, "Pa",
              "Traction between fluid and surface where they touch; 0 chooses one that holds back "
              "the fastest particles that the scene leads one to expect."},
        Param{"range", &P::range, 0.2, 4.0, "spacings",
              "How far surfaces act. Fluid at rest keeps about two thirds of it off."},
        Param{"restDistance", &P::restDistance, 0.0, 4.0, "spacings",
              "Where an element of the surface neither repels nor attracts a particle; beyond it "
              "attracts up to its range, so that fluid sticks. 0 takes the range: no adhesion."},
        Param{"viscosity", &P::viscosity, 0.0, 1e6, "Pa s",
              "Friction between fluid and surface; that of the fluid gives about the drag of fluid "
              "that sticks."},
        Param{"sampleDistance", &P::sampleDistance, 0.05, 1.0, "ranges",
              "Triangles are subdivided until their samples are this close to each other."},
        Choice{"shares", &P::shares,
               "How forces are shared among the corners of a triangle: as they act, or increased "
               "by up to a half towards its middle as published."}};
  }
};

}  // namespace shoal
