// What a user can say about a fluid.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// Weakly compressible SPH with the Tait equation, [BTT09] section III.
struct WcsphParams {
  double soundSpeed = 0;             // m/s; 0: ten times the speed gained by falling its depth
  double artificialViscosity = 0.1;  // alpha of [BT07]
  double acousticDamping = 0.3;      // strength of the damper of [SPAC23]
};

template <>
struct Describe<WcsphParams> {
  static constexpr auto entries() {
    using P = WcsphParams;
    return std::tuple{
        Param{"soundSpeed", &P::soundSpeed, 0.0, 1e5, "m/s",
              "Speed of sound; 0 chooses ten times the speed that the fluid gains by falling "
              "through its own depth, so that the density stays within one percent."},
        Param{"artificialViscosity", &P::artificialViscosity, 0.0, 10.0, "",
              "Strength alpha of the artificial viscosity; calms noise, and shear with it."},
        Param{
            "acousticDamping", &P::acousticDamping, 0.0, 1.0, "",
            "Strength of the acoustic damper, a viscosity that only compression feels: lets sound "
            "die out without slowing the flow."}};
  }
};

// Conjugate gradients for viscosity, see ImplicitViscosity.
struct ImplicitViscosityParams {
  double tolerance = 1e-3;
  int maxIterations = 500;
};

template <>
struct Describe<ImplicitViscosityParams> {
  static constexpr auto entries() {
    using P = ImplicitViscosityParams;
    return std::tuple{
        Param{"tolerance", &P::tolerance, 1e-6, 0.1, "",
              "Share of the change of velocity by viscosity that may be wrong."},
        Param{"maxIterations", &P::maxIterations, 1, 100'000, "",
              "Most iterations in a step; what is left then is left to the next step."}};
  }
};

// How pressure and viscosity are computed; all fluids of a scene share it.
struct SolverParams {
  std::string solver = "wcsph";
  WcsphParams wcsph;
  std::string viscosityModel = "explicit";
  ImplicitViscosityParams implicitViscosity;
};

template <>
struct Describe<SolverParams> {
  static constexpr auto entries() {
    using P = SolverParams;
    return std::tuple{
        Choice{"solver", &P::solver, "wcsph", "How pressure is computed."},
        Group{"wcsph", &P::wcsph, "Weakly compressible pressure by the Tait equation."},
        Choice{
            "viscosityModel", &P::viscosityModel, "explicit|kernel|implicit|none",
            "How viscosity is computed. explicit: forces that conserve angular momentum, for thin "
            "fluids. implicit: the same forces at the end of the step, for thick fluids, whose "
            "steps would be short. kernel: the forces of [MSHG04], which slow "
            "rotation. none: not at all."},
        Group{"implicitViscosity", &P::implicitViscosity, "How far implicit viscosity is solved."}};
  }
};

// What a fluid is made of.
struct FluidParams {
  double density = 1000;  // kg/m^3
  double viscosity = 0;   // Pa s
};

template <>
struct Describe<FluidParams> {
  static constexpr auto entries() {
    using P = FluidParams;
    return std::tuple{Param{"density", &P::density, 1e-3, 1e5, "kg/m^3", "Density at rest."},
                      Param{"viscosity", &P::viscosity, 0.0, 1e6, "Pa s",
                            "Dynamic viscosity: water 1e-3, oil 0.1, honey 10; 0 leaves only what "
                            "the solver adds for stability."}};
  }
};

}  // namespace shoal
