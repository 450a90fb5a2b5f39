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
  static Entries entries() {
    using P = FemMaterial;
    return {Param{"young", &P::young, 1e-3, 1e13, "Pa", "Young's modulus."},
            Param{"poisson", &P::poisson, -0.9, 0.49, "", "Poisson's ratio."},
            Param{"density", &P::density, 1e-3, 1e6, "kg/m^3", "Density at rest."}};
  }
};

// Multiplicative plasticity, see FemElasticity::flow().
struct FemPlasticityParams {
  double yield = 1e30;        // Pa
  double creep = 1e3;         // 1/s
  double maxPlasticity = 10;  // strain
};

template <>
struct Describe<FemPlasticityParams> {
  static Entries entries() {
    using P = FemPlasticityParams;
    return {
        Param{
            "yield", &P::yield, 1e-6, 1e30, "Pa",
            "Yield stress (von Mises) beyond which the solid flows; by default practically none."},
        Param{"creep", &P::creep, 0.0, 1e9, "1/s",
              "Creep rate at which stress beyond the yield turns into plastic strain."},
        Param{"maxPlasticity", &P::maxPlasticity, 0.0, 10.0, "",
              "Plastic strain at which an element stops flowing."}};
  }
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
  static Entries entries() {
    using P = FemSolverParams;
    return {Choice{"integrator", &P::integrator,
                   "implicit-euler: damps what it does not resolve. midpoint: conserves energy and "
                   "angular momentum, for vibrations."},
            Param{"maxStep", &P::maxStep, 1e-9, 1e3, "s", "Longest time step of the solid."},
            Param{"maxIterations", &P::maxIterations, 1, 100, "",
                  "Most Newton iterations in a step; 1 is fastest and damps."},
            Param{"tolerance", &P::tolerance, 1e-14, 0.1, "",
                  "Correction of positions, relative to the size of the solid, that ends Newton's "
                  "method."},
            Choice{"linearSolver", &P::linearSolver,
                   "conjugate-gradients: for large and soft solids. direct: for slender solids."},
            Param{"linearTolerance", &P::linearTolerance, 1e-14, 0.1, "",
                  "Relative residual at which conjugate gradients end."},
            Param{"maxLinearIterations", &P::maxLinearIterations, 1, 1'000'000, "",
                  "Most conjugate gradient iterations per Newton iteration."}};
  }
};

// Contact with other solids.
struct FemContactParams {
  double friction = 0.5;
  double radius = 0;  // m; 0: from the mesh
  bool selfContact = false;
};

template <>
struct Describe<FemContactParams> {
  static Entries entries() {
    using P = FemContactParams;
    return {
        Param{"friction", &P::friction, 0.0, 100.0, "", "Coulomb's coefficient between solids."},
        Param{"radius", &P::radius, 0.0, 1e3, "m",
              "Contact distance of its skin; 0: a twentieth of the mean shortest edge of its "
              "triangles."},
        Flag{"selfContact", &P::selfContact, "Whether the solid collides with itself."}};
  }
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
  static Entries entries() {
    using P = FemParams;
    return {Inline{&P::material},
            Choice{"material", &P::law,
                   "corotational: linear in the strain of the rotated element, survives inversion. "
                   "stvk: St. Venant-Kirchhoff, for large rotations and small strains. "
                   "neo-hookean: for large strains."},
            Choice{"elements", &P::elements,
                   "Tetrahedra of 4 or of 10 nodes. Quadratic elements bend without locking."},
            Choice{"plane", &P::plane,
                   "In two dimensions. strain: a section of a long solid, constrained across the "
                   "plane. stress: a thin sheet, free to contract across the plane."},
            Param{"massDamping", &P::massDamping, 0.0, 1e6, "1/s",
                  "Rayleigh damping proportional to mass: slows all motion."},
            Param{"stiffnessDamping", &P::stiffnessDamping, 0.0, 1e3, "s",
                  "Rayleigh damping proportional to stiffness: slows deformation."},
            Inline{&P::plasticity},
            Inline{&P::fracture},
            Inline{&P::solver},
            Inline{&P::contact}};
  }
};

}  // namespace shoal
