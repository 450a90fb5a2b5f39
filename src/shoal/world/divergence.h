// Why a run grew without bounds.
#pragma once

#include <optional>

#include "shoal/sph/forces/fluid_force.h"

namespace shoal {

// The first particle that a step of length dt would bring beyond the speed, by what is known of its
// acceleration; dt = 0 asks for the speeds that there are.
std::optional<std::size_t> firstBeyond(const FluidParticles& fluid, double speed, double dt);

// The term that accelerates particle i most, given that fluid.a holds the sum of all: the name of a
// force, or "pressure". Uses fluid.a for its search.
std::string strongestTerm(FluidParticles& fluid, const FluidSurroundings& around,
                          const FluidForces& forces, double time, std::size_t i);

}  // namespace shoal
