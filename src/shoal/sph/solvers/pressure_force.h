// Pressure acceleration, with artificial viscosity in the same pass, and the reaction on the
// boundary.
#pragma once

#include <span>

#include "shoal/sph/fluid_particles.h"
#include "shoal/sph/forces/artificial_viscosity.h"

namespace shoal {

// Adds to fluid.a the pressure and viscosity of [BTT09] eq. 4 from fluid and boundary. Reads
// fluid.pTerm, s and v. A boundary sample takes the pressure of the particle near it:
// wallPressureFactor P_i / s_i^2 stands in the place of P_a / s_a^2 + P_b / s_b^2.
//
// Where phases of different density meet, the force between a pair is V^2 (P_a / s_a^2 + P_b /
// s_b^2) grad W, [SP08] eq. 8, and viscosity takes the harmonic mean of the two densities.
//
// Also sets fluid.virialPressure, the pressure that pair forces carry through the fluid: the trace
// of their virial stress, 1/(2 D V_i) sum_j f_ij . x_ij with the pressure force f_ij on i from j.
// Its gradient balances weight exactly where fluid is at rest, while the pressure P of the equation
// of state differs from it by some percent, by as much as the sum of x . grad W over the few
// neighbours differs from its integral.
//
// `ofSamples` are pressures of samples in addition, see WallPressure, if there are any.
void addPressureAcceleration(FluidParticles& fluid, const FluidSurroundings& around,
                             const ArtificialViscosity& viscosity,
                             std::span<const float> ofSamples = {});

// Adds the force of the fluid on every boundary sample, in N (N per metre of depth in the plane):
// the reaction to the force of the samples on the fluid, gathered by the samples. `pTerm` replaces
// fluid.pTerm; `ofSamples` as above.
void addPressureOnBoundary(const FluidParticles& fluid, const FluidSurroundings& around,
                           const ArtificialViscosity& viscosity, std::span<const float> pTerm,
                           std::span<Vec3f> force, std::span<const float> ofSamples = {});

// Power of boundary samples on the fluid, in W, beyond that of their motion. With a
// wallPressureFactor of 1, all work of a particle against a sample is stored in the compression of
// the particle. The part of the force beyond that has no potential: over a cycle it does not return
// the energy it took.
double powerOfBoundaryPressure(const FluidParticles& fluid, const FluidSurroundings& around);

}  // namespace shoal
