// Cohesion of a fluid and its adhesion to boundaries, as pair attractions.
#pragma once

#include <vector>

#include "shoal/sph/forces/fluid_force.h"

namespace shoal {

// [BT07] section 3 lets particles attract each other by a_i = -kappa / m_i sum_j m_j W_ij x_ij, and
// [ACAT13] eq. 2 boundary samples likewise, with rho0 V_b for the mass. The first conserves
// momentum only among equal masses. Deviation: the pair force is -k_i k_j W_ij x_ij with k =
// sqrt(kappa m), which is the published one within a fluid, is symmetric between fluids, and
// vanishes towards one that has no cohesion.
//
// Strong cohesion makes drops behave like solids: the inner pressure grows with its strength, and
// particles under such pressure freeze into a lattice. For tension in N/m see SurfaceTension.
class Cohesion final : public FluidForce {
 public:
  // `kappa` by phase, m^D / s^2.
  explicit Cohesion(std::vector<float> kappa) : kappa_(std::move(kappa)) {}

  const char* name() const override { return "fluid.cohesion"; }
  BoundaryForceKind kind() const override { return BoundaryForceKind::Adhesion; }
  void accelerate(FluidParticles& fluid, const FluidSurroundings& around, double time) override;
  void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<Vec3f> force) const override;

 private:
  std::vector<float> kappa_;
};

}  // namespace shoal
