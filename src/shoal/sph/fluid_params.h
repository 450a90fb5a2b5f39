// Parameters of fluids and of pressure solvers.
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

// Method for the density.
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
  static Entries entries();
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
  static Entries entries();
};

// Iterative solver of the linear systems of DFSPH.
enum class LinearIteration { ConjugateGradients, Jacobi };

template <>
struct EnumWords<LinearIteration> {
  static constexpr EnumWord<LinearIteration> words[] = {
      {LinearIteration::ConjugateGradients, "conjugate"}, {LinearIteration::Jacobi, "jacobi"}};
};

// Of a linear system of pressures.
struct IterationParams {
  int minIterations = 1;
  int maxIterations = 100;
  LinearIteration iteration = LinearIteration::ConjugateGradients;
};

// Incompressible SPH by one projection a step, with corrected gradients.
struct IsphParams {
  double tolerance = 5e-4;  // mean relative error allowed
  int minIterations = 1;
  int maxIterations = 100;
  double reduction = 0.5;             // share of its first residual that a solve may leave
  double artificialViscosity = 0.05;  // alpha of [BT07], on what is not smooth flow
};

template <>
struct Describe<IsphParams> {
  static Entries entries();
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
  static Entries entries();
};

// Pressure solver and viscosity model, shared by all fluids of a scene.
struct SolverParams {
  Handle<PressureSolver> solver = "isph";
  IsphParams isph;
  WcsphParams wcsph;
  PcisphParams pcisph;
  DfsphParams dfsph;
  KindParameters<PressureSolver> added;
  ViscosityParams viscosity;
};

template <>
struct Describe<SolverParams> {
  static Entries entries();
};

// Material of a fluid.
struct FluidParams {
  double density = 1000;      // kg/m^3
  double viscosity = 0;       // Pa s
  double cohesion = 0;        // m^D/s^2, kappa of [BT07]
  double surfaceTension = 0;  // N/m
};

template <>
struct Describe<FluidParams> {
  static Entries entries();
};

}  // namespace shoal
