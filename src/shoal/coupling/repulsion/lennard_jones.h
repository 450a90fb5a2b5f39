// Walls that push without taking part in density and pressure.
#pragma once

#include "shoal/sph/forces/fluid_force.h"

namespace shoal {

// Wall samples with a repulsion D push particles closer than r0 by
//   f(r) = D ((r0 / r)^4 - (r0 / r)^2) x / r^2
// per unit mass: [And05] eq. 3.7 with its exponents. Beyond r0, where the formula would attract,
// there is no force.
class LennardJones final : public FluidForce {
 public:
  explicit LennardJones(double reach) : reach_(static_cast<float>(reach)) {}

  const char* name() const override { return "the repulsion of walls"; }
  WallForceKind kind() const override { return WallForceKind::Pressure; }
  void accelerate(FluidParticles& fluid, const FluidSurroundings& around, double time) override;
  void addWallForces(const FluidParticles& fluid, const FluidSurroundings& around,
                     std::span<Vec3f> force) const override;

 private:
  float reach_;  // r0, m
};

}  // namespace shoal
