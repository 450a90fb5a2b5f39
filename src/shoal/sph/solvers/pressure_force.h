// Acceleration by pressure, with artificial viscosity in the same pass, and the reaction on walls.
#pragma once

#include <span>

#include "shoal/sph/forces/artificial_viscosity.h"
#include "shoal/sph/fluid_particles.h"

namespace shoal {

// Adds to fluid.a the pressure and viscosity of [BTT09] eq. 4 from fluid and walls. Reads
// fluid.pTerm, s and v. A wall sample answers the pressure of the particle that touches it:
// walls.wallPressureFactor P_i / s_i^2 stands in the place of P_a / s_a^2 + P_b / s_b^2.
//
// Where phases of different density meet, the force between a pair is V^2 (P_a / s_a^2 + P_b /
// s_b^2) grad W, [SP08] eq. 8, and viscosity takes the harmonic mean of the two densities.
//
// Also sets fluid.virialPressure, the pressure that pair forces carry through the fluid: the trace of their
// virial stress, 1/(2 D V_i) sum_j f_ij . x_ij with the pressure force f_ij on i from j. Its
// gradient balances weight exactly where fluid is at rest, while the pressure P of the equation of
// state differs from it by some percent, by as much as the sum of x . grad W over the few
// neighbours differs from its integral.
void addPressureAcceleration(FluidParticles& fluid, const FluidSurroundings& around,
                             const ArtificialViscosity& viscosity);

// Adds the force of the fluid on every wall sample, in N (N per metre of depth in the plane): the
// opposite of what the samples do to the fluid, gathered by the samples. `pTerm` stands in the
// place of fluid.pTerm.
void addPressureOnWalls(const FluidParticles& fluid, const FluidSurroundings& around,
                        const ArtificialViscosity& viscosity, std::span<const float> pTerm,
                        std::span<Vec3f> force);

// What wall samples bring into the fluid, in W. Were walls.wallPressureFactor 1, all that a particle spends
// when it is pressed against a sample would be stored in its own compression. What a sample answers
// beyond that depends on more than the places of the particles: it gives back another amount than
// it took.
double powerOfMirroredPressure(const FluidParticles& fluid, const FluidSurroundings& around);

}  // namespace shoal
