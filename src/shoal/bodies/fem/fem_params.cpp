#include "shoal/bodies/fem/fem_params.h"

namespace shoal {

Entries Describe<FemMaterial>::entries() {
  using P = FemMaterial;
  return {Param{"young", &P::young, 1e-3, 1e13, "Pa", "Young's modulus."},
          Param{"poisson", &P::poisson, -0.9, 0.49, "", "Poisson's ratio."},
          Param{"density", &P::density, 1e-3, 1e6, "kg/m^3", "Density at rest."}};
}

Entries Describe<FemPlasticityParams>::entries() {
  using P = FemPlasticityParams;
  return {Param{"yield", &P::yield, 1e-6, 1e30, "Pa",
                "Von Mises stress beyond which the solid flows; as good as never by default."},
          Param{"creep", &P::creep, 0.0, 1e9, "1/s",
                "Rate at which stress beyond the yield turns into lasting deformation."},
          Param{"maxPlasticity", &P::maxPlasticity, 0.0, 10.0, "",
                "Lasting strain at which an element stops flowing."}};
}

Entries Describe<FemSolverParams>::entries() {
  using P = FemSolverParams;
  return {Choice{"integrator", &P::integrator,
                 "implicit-euler: calms what it cannot resolve. midpoint: keeps energy and angular "
                 "momentum, for vibrations."},
          Param{"maxStep", &P::maxStep, 1e-9, 1e3, "s", "Longest step of the solid."},
          Param{"maxIterations", &P::maxIterations, 1, 100, "",
                "Most linearisations in a step; 1 is fastest and damps."},
          Param{"tolerance", &P::tolerance, 1e-14, 0.1, "",
                "Correction of positions, relative to the size of the solid, that ends a step."},
          Choice{"linearSolver", &P::linearSolver,
                 "conjugate-gradients: for large and soft solids. direct: for slender ones."},
          Param{"linearTolerance", &P::linearTolerance, 1e-14, 0.1, "",
                "Share of the residual at which conjugate gradients end."},
          Param{"maxLinearIterations", &P::maxLinearIterations, 1, 1'000'000, "",
                "Most conjugate gradients in a linearisation."}};
}

Entries Describe<FemContactParams>::entries() {
  using P = FemContactParams;
  return {
      Param{"friction", &P::friction, 0.0, 100.0, "", "Coulomb's coefficient between solids."},
      Param{"radius", &P::radius, 0.0, 1e3, "m",
            "Distance that others keep from its skin; 0: a twentieth of its triangles' shortest "
            "edges, in the mean."},
      Flag{"selfContact", &P::selfContact, "Whether the skin may not pass through itself."}};
}

Entries Describe<FemParams>::entries() {
  using P = FemParams;
  return {Inline{&P::material},
          Choice{"material", &P::law,
                 "corotational: linear in the strain of the rotated element, survives inversion. "
                 "stvk: St. Venant-Kirchhoff, for large rotations and small strains. neo-hookean: "
                 "for large strains."},
          Choice{"elements", &P::elements,
                 "Tetrahedra of 4 or of 10 nodes. Quadratic ones bend without locking."},
          Choice{"plane", &P::plane,
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

}  // namespace shoal
