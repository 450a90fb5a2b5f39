#include "shoal/sph/fluid_params.h"

namespace shoal {

Entries Describe<WcsphParams>::entries() {
  using P = WcsphParams;
  return {Param{"soundSpeed", &P::soundSpeed, 0.0, 1e5, "m/s",
                "Speed of sound; 0 chooses ten times the speed that the fluid gains by falling "
                "through its own depth, so that the density stays within one percent."},
          Param{"artificialViscosity", &P::artificialViscosity, 0.0, 10.0, "",
                "Strength alpha of the artificial viscosity; damps noise, but also shear flow."},
          Param{"acousticDamping", &P::acousticDamping, 0.0, 1.0, "",
                "Strength of the acoustic damper, a bulk viscosity that acts on compression "
                "only: damps sound without slowing the flow."},
          Choice{"equation", &P::equation,
                 "Equation of state. tait: pressure grows with the seventh power of the density. "
                 "gas: linear in the density."},
          Choice{"density", &P::density,
                 "summation: kernel sum over neighbours. shepard: the sum, corrected where "
                 "neighbours are missing. continuity: integrated by the continuity equation."},
          Param{"cohesion", &P::cohesion, 0.0, 1e3, "N m^4/kg^2",
                "Cohesion k of the equation of state: k times the squared density is subtracted "
                "from the pressure."},
          Flag{"tension", &P::tension,
               "Whether pressure may become negative, as in the core of vortices; for fluid "
               "without a free surface."},
          Param{"shifting", &P::shifting, 0.0, 1.0, "",
                "Strength of particle shifting, which keeps particles evenly distributed; 0 is "
                "none, 0.5 is usual. For fluid without a free surface."}};
}

Entries Describe<PcisphParams>::entries() {
  using P = PcisphParams;
  return {Param{"tolerance", &P::tolerance, 1e-5, 0.1, "",
                "Mean compression allowed at the end of a step, relative to the rest density."},
          Param{"minIterations", &P::minIterations, 0, 1000, "",
                "Fewest pressure iterations in a step."},
          Param{"maxIterations", &P::maxIterations, 1, 10000, "",
                "Most pressure iterations in a step; a larger error is then accepted."},
          Param{"artificialViscosity", &P::artificialViscosity, 0.0, 10.0, "",
                "Strength alpha of the artificial viscosity; damps noise, but also shear flow."}};
}

Entries Describe<IsphParams>::entries() {
  using P = IsphParams;
  return {Param{"tolerance", &P::tolerance, 1e-7, 0.1, "",
                "Mean compression that a step may add, relative to the rest density."},
          Param{"minIterations", &P::minIterations, 0, 1000, "",
                "Fewest iterations of a step, even if the initial guess meets the tolerance."},
          Param{"maxIterations", &P::maxIterations, 1, 100000, "",
                "Most iterations of a step; a larger error is then accepted."},
          Param{"reduction", &P::reduction, 1e-6, 1.0, "",
                "Fraction of the initial residual that a step may leave: below 1 it continues "
                "although the tolerance is met, which keeps water at rest calm."},
          Param{"artificialViscosity", &P::artificialViscosity, 0.0, 10.0, "",
                "Strength alpha of the artificial viscosity; damps noise, but not smooth flow."}};
}

Entries Describe<DfsphParams>::entries() {
  using P = DfsphParams;
  return {
      Param{"tolerance", &P::tolerance, 1e-7, 0.1, "",
            "Mean compression that the density solve may leave, relative to the rest density."},
      Param{"divergenceTolerance", &P::divergenceTolerance, 1e-7, 1.0, "",
            "Mean compression in one step that the divergence solve may leave in the velocities."},
      Param{"minIterations", &P::minIterations, 0, 1000, "",
            "Fewest iterations of each solve, even if the initial guess meets the tolerance."},
      Param{"maxIterations", &P::maxIterations, 1, 100000, "",
            "Most iterations of each solve in a step; a larger error is then accepted."},
      Param{"reduction", &P::reduction, 1e-6, 1.0, "",
            "Fraction of the initial residual that a solve may leave: below 1 it continues "
            "although the tolerances are met, which keeps water at rest calm."},
      Choice{"iteration", &P::iteration,
             "conjugate: conjugate gradients. jacobi: the relaxed Jacobi iteration of [BK15]."},
      Param{"warmStart", &P::warmStart, 0.0, 1.0, "",
            "Fraction of the last step's pressures that a solve starts from."},
      Param{"artificialViscosity", &P::artificialViscosity, 0.0, 10.0, "",
            "Strength alpha of the artificial viscosity; damps noise, but also shear flow."}};
}

Entries Describe<SolverParams>::entries() {
  using P = SolverParams;
  return {OneOf{"solver", &P::solver, "Pressure solver."},
          Group{"isph", &P::isph, "Incompressible SPH with corrected gradients."},
          Group{"wcsph", &P::wcsph, "Weakly compressible SPH: pressure by an equation of state."},
          Group{"pcisph", &P::pcisph, "Predictive-corrective incompressible SPH."},
          Group{"dfsph", &P::dfsph, "Divergence-free SPH."},
          AddedGroups{&P::added},
          Inline{&P::viscosity}};
}

Entries Describe<FluidParams>::entries() {
  using P = FluidParams;
  return {Param{"density", &P::density, 1e-3, 1e5, "kg/m^3", "Density at rest."},
          Param{"viscosity", &P::viscosity, 0.0, 1e6, "Pa s",
                "Dynamic viscosity: water 1e-3, oil 0.1, honey 10; 0 leaves only the artificial "
                "viscosity of the solver."},
          Param{"cohesion", &P::cohesion, 0.0, 1e9, "m^D/s^2",
                "Strength kappa of the attraction between its particles; D is the number of "
                "dimensions."},
          Param{"surfaceTension", &P::surfaceTension, 0.0, 1e6, "N/m",
                "Surface tension of its free surface; water against air: 0.0728."}};
}

}  // namespace shoal
