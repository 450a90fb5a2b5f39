// Body force: an acceleration by formulas of position and time.
#pragma once

#include <cmath>

#include "shoal/core/error.h"
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
    if (!std::isfinite(power_)) failIfNotFinite(fluid, time);
  }

 private:
  // An Error that names a place where the formula is not a number.
  void failIfNotFinite(const FluidParticles& fluid, double time) const {
    for (const Vec3f& x : fluid.x)
      if (const Vec3d a = acceleration_(Vec3d(x), time);
          !std::isfinite(static_cast<float>(length(a))))
        throw Error({}, name(),
                    fmt::format("is ({:.4g}, {:.4g}, {:.4g}) at ({:.4g}, {:.4g}, {:.4g}) m and "
                                "t = {:.6g} s; change the formula so that it is a finite number",
                                a.x, a.y, a.z, x.x, x.y, x.z, time));
  }

  VectorFormula acceleration_;  // m/s^2
  double power_ = 0;            // W
};

}  // namespace shoal
