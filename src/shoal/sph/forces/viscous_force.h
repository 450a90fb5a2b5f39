// Viscous force within fluid and between fluid and boundary, for explicit and implicit integration.
#pragma once

#include <span>

#include "shoal/sph/fluid_particles.h"
#include "shoal/sph/forces/viscosity_operator.h"

namespace shoal {

// Whether boundary samples count with their velocity or as at rest.
enum class BoundaryMotion { Moving, Resting };

// Sets `force` to the viscous force per volume, in N/m^3, of fluid with the velocities v. Where two
// fluids meet, pairs take the harmonic mean of their viscosities. Boundary samples count by
// 1 - slip.
void computeViscousForce(const FluidParticles& fluid, const FluidSurroundings& around,
                         const ViscosityOperator& viscosity, std::span<const Vec3f> v,
                         BoundaryMotion motion, std::span<Vec3f> force);

// Adds the force on every boundary sample, in N (N per metre of depth in the plane): the reaction
// to the force of the samples on fluid with the velocities v.
void addViscousForceOnBoundary(const FluidParticles& fluid, const FluidSurroundings& around,
                               const ViscosityOperator& viscosity, std::span<const Vec3f> v,
                               std::span<Vec3f> force);

// Half of the fastest decay rate of a motion of these fluids, in 1/s: that of a particle whose
// neighbours are fixed.
double viscousRate(const FluidPhases& phases, const ViscosityOperator& viscosity);

}  // namespace shoal
