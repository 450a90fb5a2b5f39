// Smoothing kernels for Wide; read once per machine target like core/wide.h.
#if defined(SHOAL_SPH_KERNELS_WIDE_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SHOAL_SPH_KERNELS_WIDE_H
#undef SHOAL_SPH_KERNELS_WIDE_H
#else
#define SHOAL_SPH_KERNELS_WIDE_H
#endif

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/core/wide.h"
#include "shoal/sph/kernels/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// For plain numbers, beside those for Wide.
using std::max;
HWY_INLINE float mulAdd(float a, float b, float c) { return a * b + c; }

#define SHOAL_KERNEL_INLINE HWY_INLINE
#include "shoal/sph/kernels/kernel_formulas.inl"
#undef SHOAL_KERNEL_INLINE

// Calls use(kernel) with the chosen kernel.
template <class Use>
HWY_INLINE void withKernel(const KernelChoice& choice, Use&& use) {
  switch (choice.kind) {
    case KernelKind::CubicSpline:
      return use(CubicSpline<float>(choice.radius, choice.dimensions, choice.scale));
    case KernelKind::WendlandC2:
      return use(WendlandC2<float>(choice.radius, choice.dimensions, choice.scale));
    case KernelKind::BandLimited:
      return use(BandLimited<float>(choice.radius, choice.dimensions, choice.scale));
  }
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
