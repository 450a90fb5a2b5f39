// Artificial viscosity, which damps the approach of particles for stability.
#pragma once

#include "shoal/sph/forces/fluid_force.h"

namespace shoal {

// Artificial viscosity, [BTT09] eq. 5 with nu = 2 alpha h c / (rho_a + rho_b) of [BT07].
//
// With that c, slow flow is damped as strongly as impacts: its viscosity, see equivalentViscosity,
// is a thousand times that of water. With a limit, c is at most that multiple of the speed at which
// the two particles approach, similar to the limiter of [ZHA17]: the term then grows with
// the square of the speed, acts on noise and impacts, and hardly slows smooth flow.
struct ArtificialViscosity {
  float alpha = 0;
  float soundSpeed = 0;       // m/s
  float smoothingLength = 0;  // m, half of the kernel's radius
  float limit = 0;            // none if 0
  // Whether only what differs from linear flow around a pair counts as its approach, as in [FRO17]:
  // noise and impacts are damped, smooth flow is not.
  bool ofNoise = false;
};

// With the band-limited kernel, whose fluid yields to the smallest force, viscosity is limited.
inline ArtificialViscosity artificialViscosity(double alpha, double soundSpeed,
                                               const KernelChoice& kernel) {
  // [ZHA17] has 3. Water at rest, by wcsph with its default alpha, has 0.4 times the kinetic energy
  // with 12, and 0.2 times with 30, which slows a rising body by 3 %; 12 does not.
  constexpr float kLimit = 12;
  return {static_cast<float>(alpha), static_cast<float>(soundSpeed), kernel.radius / 2,
          kernel.bandLimited() ? kLimit : 0};
}

// Equivalent kinematic viscosity in m^2/s: alpha h c / (2 (D + 2)), [Mon05].
inline double equivalentViscosity(const ArtificialViscosity& viscosity, int dimensions) {
  return double(viscosity.alpha) * double(viscosity.smoothingLength) *
         double(viscosity.soundSpeed) / (2 * (dimensions + 2));
}

// As a separate force, for solvers that do not compute it together with pressure; includes the
// friction of boundaries.
class ArtificialViscosityForce final : public FluidForce {
 public:
  explicit ArtificialViscosityForce(const ArtificialViscosity& viscosity) : viscosity_(viscosity) {}

  const char* name() const override { return "artificial viscosity"; }
  void accelerate(FluidParticles& fluid, const FluidSurroundings& around, double time) override;
  double longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                     const StepLimits& limits) const override;
  void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<Vec3f> force) const override;

  // Where a solver that sums over the same pairs puts the strain rate (computeStrainRate), so that
  // the next call of accelerate() does not compute it. Empty unless it is needed.
  std::span<Symmetric3f> strainRateOf(std::size_t particles);

 private:
  ArtificialViscosity viscosity_;
  std::vector<Symmetric3f> strainRate_;  // 1/s; empty unless viscosity_.ofNoise
  bool strainRateKnown_ = false;
};

}  // namespace shoal
