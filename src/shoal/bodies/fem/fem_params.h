// Parameters of solids of finite elements.
#pragma once

#include <string>

#include "shoal/bodies/fem/fem_fracture_params.h"
#include "shoal/core/parameter.h"

namespace shoal {

// Elastic constants and density. Elements of one solid may differ in them.
struct FemMaterial {
  double young = 1e6;  // Pa
  double poisson = 0.3;
  double density = 1000;  // kg/m^3
};

template <>
struct Describe<FemMaterial> {
  static Entries entries();
};

// Multiplicative plasticity, see FemElasticity::flow().
struct FemPlasticityParams {
  double yield = 1e30;        // Pa
  double creep = 1e3;         // 1/s
  double maxPlasticity = 10;  // strain
};

template <>
struct Describe<FemPlasticityParams> {
  static Entries entries();
};

enum class FemIntegrator { ImplicitEuler, Midpoint };

template <>
struct EnumWords<FemIntegrator> {
  static constexpr EnumWord<FemIntegrator> words[] = {
      {FemIntegrator::ImplicitEuler, "implicit-euler"}, {FemIntegrator::Midpoint, "midpoint"}};
};

enum class FemLinearSolver { ConjugateGradients, Direct };

template <>
struct EnumWords<FemLinearSolver> {
  static constexpr EnumWord<FemLinearSolver> words[] = {
      {FemLinearSolver::ConjugateGradients, "conjugate-gradients"},
      {FemLinearSolver::Direct, "direct"}};
};

// Time integration and solvers.
struct FemSolverParams {
  FemIntegrator integrator = FemIntegrator::ImplicitEuler;
  double maxStep = 0.01;  // s
  int maxIterations = 4;
  double tolerance = 1e-5;  // of the size of the solid
  FemLinearSolver linearSolver = FemLinearSolver::ConjugateGradients;
  double linearTolerance = 1e-4;
  int maxLinearIterations = 500;
};

template <>
struct Describe<FemSolverParams> {
  static Entries entries();
};

// Contact with other solids.
struct FemContactParams {
  double friction = 0.5;
  double radius = 0;  // m; 0: from the mesh
  bool selfContact = false;
};

template <>
struct Describe<FemContactParams> {
  static Entries entries();
};

// Hyperelastic laws.
enum class FemLaw { Corotational, StVenantKirchhoff, NeoHookean };

template <>
struct EnumWords<FemLaw> {
  static constexpr EnumWord<FemLaw> words[] = {{FemLaw::Corotational, "corotational"},
                                               {FemLaw::StVenantKirchhoff, "stvk"},
                                               {FemLaw::NeoHookean, "neo-hookean"}};
};

enum class FemElements { Linear, Quadratic };

template <>
struct EnumWords<FemElements> {
  static constexpr EnumWord<FemElements> words[] = {{FemElements::Linear, "linear"},
                                                    {FemElements::Quadratic, "quadratic"}};
};

// Plane strain or plane stress, for solids in two dimensions.
enum class PlaneState { Strain, Stress };

template <>
struct EnumWords<PlaneState> {
  static constexpr EnumWord<PlaneState> words[] = {{PlaneState::Strain, "strain"},
                                                   {PlaneState::Stress, "stress"}};
};

struct FemParams {
  FemMaterial material{};
  FemLaw law = FemLaw::Corotational;
  FemElements elements = FemElements::Linear;
  PlaneState plane = PlaneState::Strain;
  double massDamping = 0;       // 1/s
  double stiffnessDamping = 0;  // s
  FemPlasticityParams plasticity{};
  FemFractureParams fracture{};
  FemSolverParams solver{};
  FemContactParams contact{};
};

template <>
struct Describe<FemParams> {
  static Entries entries();
};

}  // namespace shoal
