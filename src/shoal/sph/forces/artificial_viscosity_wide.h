// The pair law of artificial viscosity and of the friction of boundaries; read once per machine
// target like core/wide.h.
#if defined(SHOAL_SPH_ARTIFICIAL_VISCOSITY_WIDE_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SHOAL_SPH_ARTIFICIAL_VISCOSITY_WIDE_H
#undef SHOAL_SPH_ARTIFICIAL_VISCOSITY_WIDE_H
#else
#define SHOAL_SPH_ARTIFICIAL_VISCOSITY_WIDE_H
#endif

#include "shoal/core/wide.h"
#include "shoal/sph/forces/artificial_viscosity.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// Pi_ab of [BTT09] eq. 5 times rho0^2 for approaching pairs, with delta = 0.01; zero for parting
// ones, so that the term only damps. It does not change when a and b change places.
class ArtificialViscosityPair {
 public:
  HWY_INLINE explicit ArtificialViscosityPair(const ArtificialViscosity& viscosity)
      : alpha_(viscosity.alpha),
        twoHc_(2 * viscosity.smoothingLength * viscosity.soundSpeed),
        limitPerC_(viscosity.soundSpeed > 0 ? viscosity.limit / viscosity.soundSpeed : 0),
        deltaH2_(0.01f * sq(viscosity.smoothingLength)) {}

  // Of two particles whose relative densities sum to sSum, with the rest density of PairDensity.
  HWY_INLINE Wide ofParticles(const WideVec& v_ab, const WideVec& x_ab, Wide r2, Wide rho0,
                              Wide sSum) const {
    const Wide strength = Wide(alpha_ * twoHc_) * rho0;
    if (limitPerC_ == 0) return term(v_ab, x_ab, r2, strength, sSum);
    const Wide speed = max(Wide(0), Wide(0) - dot(v_ab, x_ab)) / sqrt(r2 + Wide(deltaH2_));
    return term(v_ab, x_ab, r2, strength * min(Wide(1), Wide(limitPerC_) * speed), sSum);
  }

  // Of a particle of relative density s and a boundary sample, which has s = 1. The strength
  // 2 h c rho0 alpha is a product of a property of the particle, its rest density, and one of the
  // sample, its friction: own(that of the side that gathers) times that of the other side.
  HWY_INLINE Wide own(float property) const { return Wide(twoHc_ * property); }
  HWY_INLINE Wide withBoundary(const WideVec& v_ab, const WideVec& x_ab, Wide r2, Wide own,
                               Wide other, Wide s) const {
    return term(v_ab, x_ab, r2, own * other, s + Wide(1));
  }

 private:
  HWY_INLINE Wide term(const WideVec& v_ab, const WideVec& x_ab, Wide r2, Wide strength,
                       Wide sSum) const {
    const Wide approach = min(Wide(0), dot(v_ab, x_ab));
    return (Wide(0) - strength) * approach / (sSum * (r2 + Wide(deltaH2_)));
  }

  float alpha_, twoHc_, limitPerC_, deltaH2_;
};

// Rest density of a pair in its viscosity.
class PairDensity {
 public:
  HWY_INLINE PairDensity(const FluidParticles& fluid, std::size_t i)
      : mixed_(fluid.mixed()),
        phase_(fluid.phase.data()),
        density_(fluid.phases.density.data()),
        own_(fluid.restDensity(i)) {}
  HWY_INLINE Wide with(WideIndex j) const {
    if (!mixed_) return own_;
    const Wide other = gather(density_, gather(phase_, j));
    return Wide(2) * own_ * other / (own_ + other);
  }

 private:
  bool mixed_;
  const std::uint32_t* phase_;
  const float* density_;
  Wide own_;
};

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
