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
  return {
      Param{"yield", &P::yield, 1e-6, 1e30, "Pa",
            "Yield stress (von Mises) beyond which the solid flows; by default practically none."},
      Param{"creep", &P::creep, 0.0, 1e9, "1/s",
            "Creep rate at which stress beyond the yield turns into plastic strain."},
      Param{"maxPlasticity", &P::maxPlasticity, 0.0, 10.0, "",
            "Plastic strain at which an element stops flowing."}};
}

Entries Describe<FemSolverParams>::entries() {
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

Entries Describe<FemContactParams>::entries() {
  using P = FemContactParams;
  return {Param{"friction", &P::friction, 0.0, 100.0, "", "Coulomb's coefficient between solids."},
          Param{"radius", &P::radius, 0.0, 1e3, "m",
                "Contact distance of its skin; 0: a twentieth of the mean shortest edge of its "
                "triangles."},
          Flag{"selfContact", &P::selfContact, "Whether the solid collides with itself."}};
}

Entries Describe<FemParams>::entries() {
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

}  // namespace shoal
