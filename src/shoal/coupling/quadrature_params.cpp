#include "shoal/coupling/quadrature_params.h"

namespace shoal {

Entries Describe<QuadratureParams>::entries() {
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

}  // namespace shoal
