// The pair term of artificial viscosity; read once per machine target like core/wide.h.
#if defined(SHOAL_SPH_ARTIFICIAL_VISCOSITY_WIDE_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SHOAL_SPH_ARTIFICIAL_VISCOSITY_WIDE_H
#undef SHOAL_SPH_ARTIFICIAL_VISCOSITY_WIDE_H
#else
#define SHOAL_SPH_ARTIFICIAL_VISCOSITY_WIDE_H
#endif

#include "shoal/core/wide.h"
#include "shoal/sph/fluid_particles.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// Pi_ab of [BTT09] eq. 5 times rho0^2 for approaching particles, with delta = 0.01; zero for
// parting ones, so that the term only damps. `strength` is 2 alpha h c rho0.
HWY_INLINE Wide viscousTerm(const WideVec& v_ab, const WideVec& x_ab, Wide r2, Wide strength,
                            Wide sSum, float deltaH2) {
  const Wide approach = min(Wide(0), dot(v_ab, x_ab));
  return (Wide(0) - strength) * approach / (sSum * (r2 + Wide(deltaH2)));
}

// The rest density that a pair's viscosity is computed with.
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
