#include "shoal/sph/viscosity_params.h"

namespace shoal {

Entries Describe<ImplicitViscosityParams>::entries() {
  using P = ImplicitViscosityParams;
  return {Param{"tolerance", &P::tolerance, 1e-6, 0.1, "",
                "Relative error allowed in the velocity change by viscosity."},
          Param{"maxIterations", &P::maxIterations, 1, 100'000, "",
                "Most iterations in a step; the next step starts from the result."}};
}

Entries Describe<ViscosityParams>::entries() {
  using P = ViscosityParams;
  return {Choice{"viscosityModel", &P::model,
                 "Viscosity model. explicit: pair forces that conserve angular momentum, for low "
                 "viscosities. implicit: the same forces, integrated implicitly, for high "
                 "viscosities, which would need short steps. kernel: the forces of [MSHG04], "
                 "which slow rotation. none: no viscosity."},
          Group{"implicitViscosity", &P::implicit, "Solver of implicit viscosity."}};
}

}  // namespace shoal
