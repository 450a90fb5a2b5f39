#include "shoal/sph/viscosity_params.h"

namespace shoal {

Entries Describe<ImplicitViscosityParams>::entries() {
  using P = ImplicitViscosityParams;
  return {Param{"tolerance", &P::tolerance, 1e-6, 0.1, "",
                "Share of the change of velocity by viscosity that may be wrong."},
          Param{"maxIterations", &P::maxIterations, 1, 100'000, "",
                "Most iterations in a step; the next step goes on from there."}};
}

Entries Describe<ViscosityParams>::entries() {
  using P = ViscosityParams;
  return {
      Choice{"viscosityModel", &P::model,
             "How viscosity is computed. explicit: forces that conserve angular momentum, for thin "
             "fluids. implicit: the same forces at the end of the step, for thick fluids, whose "
             "steps would be short. kernel: the forces of [MSHG04], which slow rotation. none: not "
             "at all."},
      Group{"implicitViscosity", &P::implicit, "How far implicit viscosity is solved."}};
}

}  // namespace shoal
