// What a user can say about a fluid.
#pragma once

#include "shoal/core/parameter.h"
#include "shoal/sph/solver_kind.h"
#include "shoal/sph/viscosity_params.h"

namespace shoal {

enum class StateEquation { Tait, Gas };

template <>
struct EnumWords<StateEquation> {
  static constexpr EnumWord<StateEquation> words[] = {{StateEquation::Tait, "tait"},
                                                      {StateEquation::Gas, "gas"}};
};

// How density is found.
enum class DensityMethod { Summation, Shepard, Continuity };

template <>
struct EnumWords<DensityMethod> {
  static constexpr EnumWord<DensityMethod> words[] = {{DensityMethod::Summation, "summation"},
                                                      {DensityMethod::Shepard, "shepard"},
                                                      {DensityMethod::Continuity, "continuity"}};
};

// Weakly compressible SPH, [BTT09] section III.
struct WcsphParams {
  double soundSpeed = 0;             // m/s; 0: ten times the speed gained by falling its depth
  double artificialViscosity = 0.1;  // alpha of [BT07]
  double acousticDamping = 0.3;      // strength of the damper of [SPAC23]
  StateEquation equation = StateEquation::Tait;
  DensityMethod density = DensityMethod::Summation;
  double cohesion = 0;  // N m^4/kg^2
  bool tension = false;
  double shifting = 0;  // D / (c h) of computeShift
};

template <>
struct Describe<WcsphParams> {
  static Entries entries() {
    using P = WcsphParams;
    return {
        Param{"soundSpeed", &P::soundSpeed, 0.0, 1e5, "m/s",
              "Speed of sound; 0 chooses ten times the speed that the fluid gains by falling "
              "through its own depth, so that the density stays within one percent."},
        Param{"artificialViscosity", &P::artificialViscosity, 0.0, 10.0, "",
              "Strength alpha of the artificial viscosity; calms noise, and shear with it."},
        Param{
            "acousticDamping", &P::acousticDamping, 0.0, 1.0, "",
            "Strength of the acoustic damper, a viscosity that only compression feels: lets sound "
            "die out without slowing the flow."},
        Choice{"equation", &P::equation,
               "Equation of state: tait grows with the seventh power of the density, gas with the "
               "first."},
        Choice{
            "density", &P::density,
            "How density is found: summed over neighbours, summed and corrected where neighbours "
            "are missing, or integrated from the rate at which neighbours approach."},
        Param{"cohesion", &P::cohesion, 0.0, 1e3, "N m^4/kg^2",
              "Times the square of the density, this is taken off the pressure: pulls fluid "
              "together."},
        Flag{"tension", &P::tension,
             "Whether pressure may fall below that of fluid at rest, as in the middle of vortices; "
             "for fluid without a free surface."},
        Param{"shifting", &P::shifting, 0.0, 1.0, "",
              "How strongly particles are spread evenly while they follow the flow; 0 does not, "
              "0.5 is usual. For fluid without a free surface."}};
  }
};

// Predictive-corrective incompressible SPH, [SP09].
struct PcisphParams {
  double tolerance = 0.001;  // mean of max(0, rho / rho0 - 1) at the end of a step, at most
  int minIterations = 3;
  int maxIterations = 200;
  double artificialViscosity = 0.05;  // alpha of [BT07]
};

template <>
struct Describe<PcisphParams> {
  static Entries entries() {
    using P = PcisphParams;
    return {Param{"tolerance", &P::tolerance, 1e-5, 0.1, "",
                  "Mean compression, relative to the density at rest, that a step may end with."},
            Param{"minIterations", &P::minIterations, 0, 1000, "",
                  "Fewest corrections of the pressure in a step."},
            Param{"maxIterations", &P::maxIterations, 1, 10000, "",
                  "Most corrections of the pressure in a step; then it goes on as it is."},
            Param{"artificialViscosity", &P::artificialViscosity, 0.0, 10.0, "",
                  "Strength alpha of the artificial viscosity; calms noise, and shear with it."}};
  }
};

// How the linear systems of DFSPH are solved.
enum class LinearIteration { ConjugateGradients, Jacobi };

template <>
struct EnumWords<LinearIteration> {
  static constexpr EnumWord<LinearIteration> words[] = {
      {LinearIteration::ConjugateGradients, "conjugate"}, {LinearIteration::Jacobi, "jacobi"}};
};

// Divergence-free SPH, [BK15].
struct DfsphParams {
  double tolerance = 5e-4;            // mean relative error allowed
  double divergenceTolerance = 1e-3;  // mean compression per step allowed
  int minIterations = 1;
  int maxIterations = 100;
  double reduction = 0.5;  // share of its first residual that a solve may leave
  LinearIteration iteration = LinearIteration::ConjugateGradients;
  double warmStart = 1;
  double artificialViscosity = 0.02;  // alpha of [BT07]
};

template <>
struct Describe<DfsphParams> {
  static Entries entries() {
    using P = DfsphParams;
    return {
        Param{"tolerance", &P::tolerance, 1e-7, 0.1, "",
              "Mean of the compression, as a share of the density, that steps are solved to."},
        Param{"divergenceTolerance", &P::divergenceTolerance, 1e-7, 1.0, "",
              "Mean of the compression that the velocities would bring about in one step."},
        Param{"minIterations", &P::minIterations, 0, 1000, "",
              "Iterations that each solve makes even if the first guess is good enough."},
        Param{"maxIterations", &P::maxIterations, 1, 100000, "",
              "Iterations after which a solve gives up for this step."},
        Param{"reduction", &P::reduction, 1e-6, 1.0, "",
              "Share of the error it begins with that a solve may leave: below 1 it goes on when "
              "the errors above are met already, which keeps calm water calm."},
        Choice{"iteration", &P::iteration,
               "Conjugate gradients, or the relaxed Jacobi iteration as published."},
        Param{"warmStart", &P::warmStart, 0.0, 1.0, "",
              "Share of the last step's pressures that the next step starts from."},
        Param{"artificialViscosity", &P::artificialViscosity, 0.0, 10.0, "",
              "Strength alpha of the artificial viscosity; calms noise, and shear with it."}};
  }
};

// How pressure and viscosity are computed; all fluids of a scene share it.
struct SolverParams {
  Handle<PressureSolver> solver = "dfsph";
  WcsphParams wcsph;
  PcisphParams pcisph;
  DfsphParams dfsph;
  KindParameters<PressureSolver> added;
  ViscosityParams viscosity;
};

template <>
struct Describe<SolverParams> {
  static Entries entries() {
    using P = SolverParams;
    return {OneOf{"solver", &P::solver, "How pressure is computed."},
            Group{"wcsph", &P::wcsph, "Weakly compressible pressure by an equation of state."},
            Group{"pcisph", &P::pcisph, "Incompressible pressure by prediction and correction."},
            Group{"dfsph", &P::dfsph, "Divergence-free pressure."},
            AddedGroups{&P::added},
            Inline{&P::viscosity}};
  }
};

// What a fluid is made of.
struct FluidParams {
  double density = 1000;      // kg/m^3
  double viscosity = 0;       // Pa s
  double cohesion = 0;        // m^D/s^2, kappa of [BT07]
  double surfaceTension = 0;  // N/m
};

template <>
struct Describe<FluidParams> {
  static Entries entries() {
    using P = FluidParams;
    return {Param{"density", &P::density, 1e-3, 1e5, "kg/m^3", "Density at rest."},
            Param{"viscosity", &P::viscosity, 0.0, 1e6, "Pa s",
                  "Dynamic viscosity: water 1e-3, oil 0.1, honey 10; 0 leaves only what "
                  "the solver adds for stability."},
            Param{"cohesion", &P::cohesion, 0.0, 1e9, "m^D/s^2",
                  "Strength kappa of the attraction between its particles, D the "
                  "dimensions."},
            Param{"surfaceTension", &P::surfaceTension, 0.0, 1e6, "N/m",
                  "Tension of its free surface; water against air has 0.0728."}};
  }
};

}  // namespace shoal
