// The particles that a world starts with.
#pragma once

#include "shoal/sph/fluid_particles.h"
#include "shoal/world/world_setup.h"

namespace shoal {

// Adds the phases and the particles of the set-up, displaced by WorldParams::jitter.
void placeFluid(const WorldSetup& setup, FluidParticles& fluid);

}  // namespace shoal
