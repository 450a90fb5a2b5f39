// Body force: an acceleration by formulas of position and time.
#pragma once

#include "shoal/core/formula.h"
#include "shoal/sph/forces/fluid_force.h"

namespace shoal {

class BodyForce final : public FluidForce {
 public:
  explicit BodyForce(VectorFormula acceleration) : acceleration_(std::move(acceleration)) {}

  const char* name() const override { return "world.bodyForce"; }
  double power() const override { return power_; }

  void accelerate(FluidParticles& fluid, const FluidSurroundings&, double time) override {
    const bool varies = acceleration_.variesInSpace();
    const Vec3f everywhere = varies ? Vec3f{} : Vec3f(acceleration_(Vec3d{}, time));
    power_ = parallelSum(fluid.size(), 0.0, [&](std::size_t i) {
      const Vec3f a = varies ? Vec3f(acceleration_(Vec3d(fluid.x[i]), time)) : everywhere;
      fluid.a[i] += a;
      return double(fluid.mass(i) * dot(a, fluid.v[i]));
    });
  }

 private:
  VectorFormula acceleration_;  // m/s^2
  double power_ = 0;            // W
};

}  // namespace shoal
