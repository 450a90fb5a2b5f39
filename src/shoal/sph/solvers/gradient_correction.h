// Correction of kernel gradients by the neighbours that a particle has.
//
// The rate of density of a uniform strain rate E is -M : E with the moment matrix
//   M_i = -sum_j V x_ij (x) grad W_ij,
// which is the identity for the kernel's integral, but not for its sum over a few dozen neighbours:
// in a sheared lattice it has off-diagonal entries. Pressure then does work in pure shear, and
// fluid resists shear by a yield stress that is proportional to its pressure, as a crystal does.
// With B = M^-1 ([BL99], [RL96]) the pair vector
//   c_ij = (B_i + B_j) / 2 grad W_ij
// is antisymmetric, so that pair forces along it conserve momentum, and in a lattice of any shape,
// where all B are the same, it gives uniform strain its exact rate. Angular momentum is conserved
// only as far as c_ij is parallel to x_ij.
//
// At free surfaces, where neighbours on one side are missing, M is far from the identity and
// pressure is small: there B becomes the identity.
#pragma once

#include "shoal/sph/fluid_particles.h"

namespace shoal {

// Sets B of all particles; samples of the boundary count as neighbours. Also sets the strain rate
// as computeStrainRate does, if room for it is given: its fit has the same moments, but for those
// of the boundary, and reads the same neighbours.
void computeGradientCorrection(const FluidParticles& fluid, const FluidSurroundings& around,
                               std::span<Symmetric3f> correction,
                               std::span<Symmetric3f> strainRate = {});

}  // namespace shoal
