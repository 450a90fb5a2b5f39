// What a user can say about how fluid and the surfaces of solids push each other, [MSHG04].
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

struct QuadratureParams {
  double stiffness = 0;          // Pa, k of eq. 15; 0: see QuadratureForce
  double range = 0.75;           // spacings, h
  double restDistance = 0;       // spacings, r0; 0: the range
  double viscosity = 0;          // Pa s, of eq. 17
  double sampleDistance = 0.35;  // ranges
  std::string shares = "linear";
};

template <>
struct Describe<QuadratureParams> {
  static constexpr auto entries() {
    using P = QuadratureParams;
    return std::tuple{
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
        Choice{"shares", &P::shares, "linear|impulse",
               "How forces are shared among the corners of a triangle: as they act, or increased "
               "by up to a half towards its middle as published."}};
  }
};

}  // namespace shoal
