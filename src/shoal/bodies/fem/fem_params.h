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
  static constexpr auto entries() {
    using P = FemMaterial;
    return std::tuple{Param{"young", &P::young, 1e-3, 1e13, "Pa", "Young's modulus."},
                      Param{"poisson", &P::poisson, -0.9, 0.49, "", "Poisson's ratio."},
                      Param{"density", &P::density, 1e-3, 1e6, "kg/m^3", "Density at rest."}};
  }
};

// See FemElasticity::flow().
struct FemPlasticityParams {
  double yield = 1e30;        // Pa
  double creep = 1e3;         // 1/s
  double maxPlasticity = 10;  // strain
};

template <>
struct Describe<FemPlasticityParams> {
  static constexpr auto entries() {
    using P = FemPlasticityParams;
    return std::tuple{
        Param{"yield", &P::yield, 1e-6, 1e30, "Pa",
              "Von Mises stress beyond which the solid flows; as good as never by default."},
        Param{"creep", &P::creep, 0.0, 1e9, "1/s",
              "Rate at which stress beyond the yield turns into lasting deformation."},
        Param{"maxPlasticity", &P::maxPlasticity, 0.0, 10.0, "",
              "Lasting strain at which an element stops flowing."}};
  }
};

// How the equations of motion are solved.
struct FemSolverParams {
  std::string integrator = "implicit-euler";
  double maxStep = 0.01;  // s
  int maxIterations = 4;
  double tolerance = 1e-5;  // of the size of the solid
  std::string linearSolver = "conjugate-gradients";
  double linearTolerance = 1e-4;
  int maxLinearIterations = 500;
};

template <>
struct Describe<FemSolverParams> {
  static constexpr auto entries() {
    using P = FemSolverParams;
    return std::tuple{
        Choice{"integrator", &P::integrator, "implicit-euler|midpoint",
               "implicit-euler: calms what it cannot resolve. midpoint: keeps energy and angular "
               "momentum, for vibrations."},
        Param{"maxStep", &P::maxStep, 1e-9, 1e3, "s", "Longest step of the solid."},
        Param{"maxIterations", &P::maxIterations, 1, 100, "",
              "Most linearisations in a step; 1 is fastest and damps."},
        Param{"tolerance", &P::tolerance, 1e-14, 0.1, "",
              "Correction of positions, relative to the size of the solid, that ends a step."},
        Choice{"linearSolver", &P::linearSolver, "conjugate-gradients|direct",
               "conjugate-gradients: for large and soft solids. direct: for slender ones."},
        Param{"linearTolerance", &P::linearTolerance, 1e-14, 0.1, "",
              "Share of the residual at which conjugate gradients end."},
        Param{"maxLinearIterations", &P::maxLinearIterations, 1, 1'000'000, "",
              "Most conjugate gradients in a linearisation."}};
  }
};

// How a solid touches others.
struct FemContactParams {
  double friction = 0.5;
  double radius = 0;  // m; 0: from the mesh
  bool selfContact = false;
};

template <>
struct Describe<FemContactParams> {
  static constexpr auto entries() {
    using P = FemContactParams;
    return std::tuple{
        Param{"friction", &P::friction, 0.0, 100.0, "", "Coulomb's coefficient between solids."},
        Param{"radius", &P::radius, 0.0, 1e3, "m",
              "Distance that others keep from its skin; 0: a twentieth of its triangles' shortest "
              "edges, in the mean."},
        Flag{"selfContact", &P::selfContact, "Whether the skin may not pass through itself."}};
  }
};

struct FemParams {
  FemMaterial material{};
  std::string law = "corotational";  // constitutive law
  std::string elements = "linear";
  std::string plane = "strain";
  double massDamping = 0;       // 1/s
  double stiffnessDamping = 0;  // s
  FemPlasticityParams plasticity{};
  FemFractureParams fracture{};
  FemSolverParams solver{};
  FemContactParams contact{};
};

template <>
struct Describe<FemParams> {
  static constexpr auto entries() {
    using P = FemParams;
    return std::tuple{
        Inline{&P::material},
        Choice{"material", &P::law, "corotational|stvk|neo-hookean",
               "corotational: linear in the strain of the rotated element, survives inversion. "
               "stvk: St. Venant-Kirchhoff, for large rotations and small strains. neo-hookean: "
               "for large strains."},
        Choice{"elements", &P::elements, "linear|quadratic",
               "Tetrahedra of 4 or of 10 nodes. Quadratic ones bend without locking."},
        Choice{"plane", &P::plane, "strain|stress",
               "In two dimensions. strain: a cut through something long, held across the plane. "
               "stress: a sheet or strip that is free to grow thinner across the plane."},
        Param{"massDamping", &P::massDamping, 0.0, 1e6, "1/s",
              "Rayleigh damping by mass: slows everything down."},
        Param{"stiffnessDamping", &P::stiffnessDamping, 0.0, 1e3, "s",
              "Rayleigh damping by stiffness: slows deformation down."},
        Inline{&P::plasticity},
        Inline{&P::fracture},
        Inline{&P::solver},
        Inline{&P::contact}};
  }
};

}  // namespace shoal
