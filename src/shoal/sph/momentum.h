// Acceleration by pressure and artificial viscosity, and the reaction on the walls.
#pragma once

#include <vector>

#include "shoal/sph/fluid_particles.h"

namespace shoal {

// Artificial viscosity, [BTT09] eq. 5 with nu = 2 alpha h c / (rho_a + rho_b) of [BT07].
struct ArtificialViscosity {
  float alpha = 0;
  float soundSpeed = 0;       // m/s
  float smoothingLength = 0;  // m, half of the kernel's radius
};

// Sets fluid.a to the right-hand side of [BTT09] eq. 4: pressure and viscosity from fluid and
// walls, plus gravity g. Reads fluid.pTerm, rho and v. A wall sample answers the pressure of the
// particle that touches it: walls.mirror P_i / rho_i^2 stands in the place of P_a / rho_a^2 + P_b /
// rho_b^2.
//
// Also sets fluid.pFelt, the pressure that pair forces carry through the fluid: the trace of their
// virial stress, 1/(2 D V_i) sum_j f_ij . x_ij with the pressure force f_ij on i from j. Its
// gradient balances weight exactly where fluid is at rest, while the pressure P of the equation of
// state differs from it by some percent, by as much as the sum of x . grad W over the few
// neighbours differs from its integral.
void computeAcceleration(FluidParticles& fluid, const WallSamples& walls, const Neighbours& near,
                         const KernelChoice& kernel, const ArtificialViscosity& viscosity,
                         const Vec3f& g);

// The force of the fluid on every wall sample, in N (N per metre of depth in the plane): the
// opposite of what the samples do to the fluid, gathered by the samples.
void computeWallForces(const FluidParticles& fluid, const WallSamples& walls,
                       const Neighbours& near, const KernelChoice& kernel,
                       const ArtificialViscosity& viscosity, std::vector<Vec3f>& force);

}  // namespace shoal
