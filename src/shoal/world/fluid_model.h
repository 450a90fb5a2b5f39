// From parameters to the parts that move the fluid: the solver and the forces.
#pragma once

#include <memory>

#include "shoal/sph/solvers/fluid_solver.h"
#include "shoal/world/world_setup.h"

namespace shoal {

// The speed of sound that weakly compressible pressure needs: the one asked for, or ten times the
// speed that the highest particle gains by falling to the lowest point there is, so that the Mach
// number stays below 0.1 ([BTT09] section III); with the initial speed on top, and the same for
// what comes out of nozzles.
double chooseSoundSpeed(const WorldSetup& setup);

std::unique_ptr<FluidSolver> makeSolver(const WorldSetup& setup, const KernelChoice& kernel,
                                        FluidParticles& fluid);

FluidForces makeForces(const WorldSetup& setup, const KernelChoice& kernel, FluidParticles& fluid);

}  // namespace shoal
