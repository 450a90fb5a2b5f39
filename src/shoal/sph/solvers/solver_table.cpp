#include <algorithm>
#include <limits>

#include "shoal/sph/fluid_context.h"
#include "shoal/sph/solvers/dfsph.h"
#include "shoal/sph/solvers/isph.h"
#include "shoal/sph/solvers/pcisph.h"
#include "shoal/sph/solvers/wcsph.h"

namespace shoal {

namespace {

std::unique_ptr<FluidSolver> makeWcsph(const FluidContext& c) {
  return std::make_unique<Wcsph>(c.solver.wcsph, c.soundSpeed, c.kernel, c.fluid);
}

std::unique_ptr<FluidSolver> makePcisph(const FluidContext& c) {
  return std::make_unique<Pcisph>(c.solver.pcisph, c.soundSpeed, c.spacing, c.kernel, c.fluid);
}

// c.soundSpeed is ten times the fastest expected flow.
std::unique_ptr<FluidSolver> makeIsph(const FluidContext& c) {
  double thinnest = std::numeric_limits<double>::max();
  for (const FluidParams& material : c.materials)
    thinnest = std::min(thinnest, material.viscosity / material.density);
  return std::make_unique<Isph>(c.solver.isph, c.spacing, c.soundSpeed / 10,
                                c.materials.empty() ? 0 : thinnest, c.kernel, c.fluid);
}

std::unique_ptr<FluidSolver> makeDfsph(const FluidContext& c) {
  return std::make_unique<Dfsph>(c.solver.dfsph, c.spacing, c.soundSpeed / 10, c.kernel, c.fluid);
}

}  // namespace

std::vector<PressureSolver> PressureSolver::builtIn() {
  return {
      {{"isph", "Incompressible SPH: one projection a step, with corrected gradients."},
       makeIsph,
       false,
       true},
      {{"wcsph", "Weakly compressible SPH: pressure by an equation of state."}, makeWcsph, true},
      {{"pcisph", "Predictive-corrective incompressible SPH."}, makePcisph},
      {{"dfsph", "Divergence-free SPH."}, makeDfsph},
  };
}

}  // namespace shoal
