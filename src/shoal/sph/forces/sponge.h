// Damping zones: the velocity relaxes towards a given one, dv/dt = -sigma(x) (v - u), with sigma
// growing with the square of the distance from where the zone begins, so that waves that enter are
// absorbed and not reflected.
#pragma once

#include <vector>

#include "shoal/sph/forces/fluid_force.h"
#include "shoal/sph/sponge_params.h"

namespace shoal {

class Sponge final : public FluidForce {
 public:
  // An Error for a direction of zero.
  explicit Sponge(const std::vector<SpongeParams>& zones);

  const char* name() const override { return "world.sponge"; }
  void accelerate(FluidParticles&, const FluidSurroundings&, double) override {}

  // The exact solution over the step, which is stable for any rate. It acts on the velocity before
  // the step alone: weight and pressure are left in balance.
  bool actsOverSteps() const override { return true; }
  void accelerateOver(FluidParticles& fluid, const FluidSurroundings&, double dt) override;
  double power() const override { return power_; }

  // 1/s, at a point of a zone.
  double rateAt(std::size_t zone, const Vec3f& x) const;

 private:
  struct Zone {
    Box3f box;
    Vec3f direction;
    float begin = 0, length = 0;  // m, along the direction
    float rate = 0;               // 1/s
    Vec3f velocity;
  };
  std::vector<Zone> zones_;
  double power_ = 0;  // W
};

}  // namespace shoal
