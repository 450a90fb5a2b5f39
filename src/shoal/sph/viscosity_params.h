// Parameters of the viscosity model.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// Conjugate gradients for viscosity, see ImplicitViscosity.
struct ImplicitViscosityParams {
  double tolerance = 1e-3;
  int maxIterations = 500;
};

template <>
struct Describe<ImplicitViscosityParams> {
  static Entries entries() {
    using P = ImplicitViscosityParams;
    return {Param{"tolerance", &P::tolerance, 1e-6, 0.1, "",
                  "Relative error allowed in the velocity change by viscosity."},
            Param{"maxIterations", &P::maxIterations, 1, 100'000, "",
                  "Most iterations in a step; the next step starts from the result."}};
  }
};

enum class ViscosityModel { Explicit, Kernel, Implicit, None };

template <>
struct EnumWords<ViscosityModel> {
  static constexpr EnumWord<ViscosityModel> words[] = {{ViscosityModel::Explicit, "explicit"},
                                                       {ViscosityModel::Kernel, "kernel"},
                                                       {ViscosityModel::Implicit, "implicit"},
                                                       {ViscosityModel::None, "none"}};
};

// Shared by all fluids of a scene.
struct ViscosityParams {
  ViscosityModel model = ViscosityModel::Explicit;
  ImplicitViscosityParams implicit;
};

template <>
struct Describe<ViscosityParams> {
  static Entries entries() {
    using P = ViscosityParams;
    return {Choice{"viscosityModel", &P::model,
                   "Viscosity model. explicit: pair forces that conserve angular momentum, for low "
                   "viscosities. implicit: the same forces, integrated implicitly, for high "
                   "viscosities, which would need short steps. kernel: the forces of [MSHG04], "
                   "which slow rotation. none: no viscosity."},
            Group{"implicitViscosity", &P::implicit, "Solver of implicit viscosity."}};
  }
};

}  // namespace shoal
