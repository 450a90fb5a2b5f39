// The penalty force of boundary samples, with which direct forcing is compared.
#pragma once

#include "shoal/coupling/repulsion/repulsion_force.h"

namespace shoal {

// Samples with a strength D repel particles nearer than a support, 2 h, with
//   f(r) = D g(r / h) x / r^2
// per unit mass, where g is 2/3 below q = 2/3, 2 q - 3/2 q^2 below 1, and (2 - q)^2 / 2 below 2:
// the boundary force of [Mon05] along the line of centres, as [BT07] use it and [BTT09] compare
// with it.
class PenaltyForce final : public RepulsionForce {
 public:
  explicit PenaltyForce(BoundarySamples& samples) : RepulsionForce(samples, "penalty") {}

  const char* name() const override { return "the penalty force of walls"; }
  void accelerate(FluidParticles& fluid, const FluidSurroundings& around, double time) override;
  void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<Vec3f> force) const override;
};

// D of [Mon05] for samples as heavy as particles, m^2/s^2.
inline double penaltyStrength(double soundSpeed) { return 0.5 * 0.02 * soundSpeed * soundSpeed; }

}  // namespace shoal
