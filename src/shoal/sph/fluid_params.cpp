#include "shoal/sph/fluid_params.h"

namespace shoal {

Entries Describe<WcsphParams>::entries() {
  using P = WcsphParams;
  return {
      Param{"soundSpeed", &P::soundSpeed, 0.0, 1e5, "m/s",
            "Speed of sound; 0 chooses ten times the speed that the fluid gains by falling "
            "through its own depth, so that the density stays within one percent."},
      Param{"artificialViscosity", &P::artificialViscosity, 0.0, 10.0, "",
            "Strength alpha of the artificial viscosity; calms noise, and shear with it."},
      Param{"acousticDamping", &P::acousticDamping, 0.0, 1.0, "",
            "Strength of the acoustic damper, a viscosity that only compression feels: lets sound "
            "die out without slowing the flow."},
      Choice{"equation", &P::equation,
             "Equation of state: tait grows with the seventh power of the density, gas with the "
             "first."},
      Choice{"density", &P::density,
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

Entries Describe<PcisphParams>::entries() {
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

Entries Describe<DfsphParams>::entries() {
  using P = DfsphParams;
  return {Param{"tolerance", &P::tolerance, 1e-7, 0.1, "",
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

Entries Describe<SolverParams>::entries() {
  using P = SolverParams;
  return {OneOf{"solver", &P::solver, "How pressure is computed."},
          Group{"wcsph", &P::wcsph, "Weakly compressible pressure by an equation of state."},
          Group{"pcisph", &P::pcisph, "Incompressible pressure by prediction and correction."},
          Group{"dfsph", &P::dfsph, "Divergence-free pressure."},
          AddedGroups{&P::added},
          Inline{&P::viscosity}};
}

Entries Describe<FluidParams>::entries() {
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

}  // namespace shoal
