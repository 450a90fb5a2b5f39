// Gravity.
#pragma once

#include "shoal/sph/forces/fluid_force.h"

namespace shoal {

class Gravity final : public FluidForce {
 public:
  explicit Gravity(const Vec3f& g) : g_(g) {}

  const char* name() const override { return "gravity"; }

  void accelerate(FluidParticles& fluid, const FluidSurroundings&, double) override {
    parallelFor(fluid.size(), [&](std::size_t i) { fluid.a[i] += g_; });
  }

 private:
  Vec3f g_;  // m/s^2
};

}  // namespace shoal
