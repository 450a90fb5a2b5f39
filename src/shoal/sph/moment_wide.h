// Sums of second moments over neighbours; read once per machine target like core/wide.h.
#if defined(SHOAL_SPH_MOMENT_WIDE_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SHOAL_SPH_MOMENT_WIDE_H
#undef SHOAL_SPH_MOMENT_WIDE_H
#else
#define SHOAL_SPH_MOMENT_WIDE_H
#endif

#include "shoal/core/wide.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// The sum of weight x x^T.
class WideMoment {
 public:
  HWY_INLINE WideMoment() {}
  HWY_INLINE void add(WideIndex j, Wide weight, const WideVec& x) {
    const WideVec w = weight * x;
    xx_.add(j, w.x, x.x), yy_.add(j, w.y, x.y), zz_.add(j, w.z, x.z);
    xy_.add(j, w.x, x.y), yz_.add(j, w.y, x.z), zx_.add(j, w.z, x.x);
  }
  HWY_INLINE Symmetric3f total() const {
    const FourSums p = sums(xx_, yy_, zz_, xy_), q = sums(yz_, zx_, yz_, zx_);
    return {p.of[0], p.of[1], p.of[2], p.of[3], q.of[0], q.of[1]};
  }

 private:
  WideSum xx_, yy_, zz_, xy_, yz_, zx_;
};

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
