// The fit of a linear flow to the fluid around a particle; read once per machine target like
// core/wide.h.
#if defined(SHOAL_SPH_STRAIN_RATE_WIDE_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SHOAL_SPH_STRAIN_RATE_WIDE_H
#undef SHOAL_SPH_STRAIN_RATE_WIDE_H
#else
#define SHOAL_SPH_STRAIN_RATE_WIDE_H
#endif

#include <algorithm>

#include "shoal/core/wide.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// The sums of V slope(r) v_ij (x) x_ij, which with the moment M = -sum V slope(r) x_ij (x) x_ij of
// the same pairs give the strain rate, see computeStrainRate.
class WideStrainRate {
 public:
  HWY_INLINE WideStrainRate() {}
  HWY_INLINE void add(WideIndex j, Wide slope, const WideVec& v_ij, const WideVec& x_ij) {
    ofX_.add(j, slope * v_ij.x, x_ij);
    ofY_.add(j, slope * v_ij.y, x_ij);
    ofZ_.add(j, slope * v_ij.z, x_ij);
  }
  HWY_INLINE Symmetric3f total(const Symmetric3f& M) const {
    // Determinants of the moments, one inside of the fluid, between which the fit is trusted.
    constexpr float kNone = 0.2f, kWhole = 0.4f;
    const float whole = std::clamp((determinant(M) - kNone) / (kWhole - kNone), 0.0f, 1.0f);
    if (!(whole > 0)) return {};
    const Symmetric3f perMoment = (-whole) * inverseOfPositive(M);
    const auto [x, zx] = sum(ofX_, xOf(ofZ_));
    const auto [y, zy] = sum(ofY_, yOf(ofZ_));
    const Vec3f gx = perMoment * x, gy = perMoment * y,
                gz = perMoment * Vec3f{zx, zy, sum(zOf(ofZ_))};
    return {gx.x, gy.y, gz.z, (gx.y + gy.x) / 2, (gy.z + gz.y) / 2, (gz.x + gx.z) / 2};
  }

 private:
  WideVecSum ofX_, ofY_, ofZ_;
};

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
