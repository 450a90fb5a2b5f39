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
  static Entries entries();
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
  static Entries entries();
};

}  // namespace shoal
