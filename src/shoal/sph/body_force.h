// A force per mass that varies in space and time by formulas.
#pragma once

#include "shoal/core/formula.h"
#include "shoal/sph/fluid_force.h"

namespace shoal {

class BodyForce final : public FluidForce {
 public:
  explicit BodyForce(VectorFormula acceleration) : acceleration_(std::move(acceleration)) {}

  void accelerate(FluidParticles& fluid, const FluidSurroundings&, double time) override {
    const bool varies = acceleration_.variesInSpace();
    const Vec3f everywhere = varies ? Vec3f{} : Vec3f(acceleration_(Vec3d{}, time));
    parallelFor(fluid.size(), [&](std::size_t i) {
      fluid.a[i] += varies ? Vec3f(acceleration_(Vec3d(fluid.x[i]), time)) : everywhere;
    });
  }

 private:
  VectorFormula acceleration_;  // m/s^2
};

}  // namespace shoal
