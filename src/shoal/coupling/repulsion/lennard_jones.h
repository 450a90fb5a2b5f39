// The repulsion of boundary samples by a Lennard-Jones force, [And05].
#pragma once

#include "shoal/coupling/repulsion/repulsion_force.h"

namespace shoal {

// Samples with a strength D repel particles closer than r0 by
//   f(r) = D ((r0 / r)^4 - (r0 / r)^2) x / r^2
// per unit mass: [And05] eq. 3.7 with its exponents. Beyond r0, where the formula would attract,
// there is no force.
class LennardJones final : public RepulsionForce {
 public:
  LennardJones(BoundarySamples& samples, double reach)
      : RepulsionForce(samples, "lennardJones"), reach_(static_cast<float>(reach)) {}

  const char* name() const override { return "the repulsion of walls"; }
  void accelerate(FluidParticles& fluid, const FluidSurroundings& around, double time) override;
  void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<Vec3f> force) const override;

 private:
  float reach_;  // r0, m
};

// D in m^2/s^2. [And05] section 3.1 takes 5 g H for fluid of the depth H, beside a speed of sound
// of sqrt(200 g H): as a share of its square it also suits fluid that is thrown.
inline double lennardJonesStrength(double soundSpeed) { return soundSpeed * soundSpeed / 40; }

}  // namespace shoal
