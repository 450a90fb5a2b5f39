// The force of viscosity in fluid and beside walls: what explicit and implicit models share.
#pragma once

#include <span>

#include "shoal/sph/fluid_particles.h"
#include "shoal/sph/forces/viscosity_operator.h"

namespace shoal {

// Whether walls are taken with their velocity or as if they rested.
enum class WallMotion { Moving, Resting };

// Sets `force` to the viscous force per volume, in N/m^3, of fluid with the velocities v. Where two
// fluids meet, pairs take the harmonic mean of their viscosities. Samples of walls count by
// 1 - slip.
void computeViscousForce(const FluidParticles& fluid, const FluidSurroundings& around,
                         const ViscosityOperator& viscosity, std::span<const Vec3f> v,
                         WallMotion motion, std::span<Vec3f> force);

// Adds the force on every wall sample, in N (N per metre of depth in the plane): the opposite of
// what the samples do to fluid with the velocities v.
void addViscousForceOnWalls(const FluidParticles& fluid, const FluidSurroundings& around,
                            const ViscosityOperator& viscosity, std::span<const Vec3f> v,
                            std::span<Vec3f> force);

// The fastest rate at which the operator can make a motion of these fluids decay, in 1/s, halved:
// that of a particle whose neighbours are held fixed.
double viscousRate(const FluidPhases& phases, const ViscosityOperator& viscosity);

}  // namespace shoal
