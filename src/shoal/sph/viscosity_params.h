// What a user can say about how viscosity is computed.
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
                  "Share of the change of velocity by viscosity that may be wrong."},
            Param{"maxIterations", &P::maxIterations, 1, 100'000, "",
                  "Most iterations in a step; the next step goes on from there."}};
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

// The same for all fluids of a scene.
struct ViscosityParams {
  ViscosityModel model = ViscosityModel::Explicit;
  ImplicitViscosityParams implicit;
};

template <>
struct Describe<ViscosityParams> {
  static Entries entries() {
    using P = ViscosityParams;
    return {
        Choice{
            "viscosityModel", &P::model,
            "How viscosity is computed. explicit: forces that conserve angular momentum, for thin "
            "fluids. implicit: the same forces at the end of the step, for thick fluids, whose "
            "steps would be short. kernel: the forces of [MSHG04], which slow rotation. none: not "
            "at all."},
        Group{"implicitViscosity", &P::implicit, "How far implicit viscosity is solved."}};
  }
};

}  // namespace shoal
