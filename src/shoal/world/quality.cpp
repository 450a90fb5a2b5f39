#include "shoal/world/quality.h"

namespace shoal {

namespace {

// Support in spacings with corrected gradients. Below, the moments that correct them vary more, and
// water at rest trembles: with 1.9, 2.0, 2.1 and 2.3 its kinetic energy in the plane is 42, 17, 3
// and 3 times 1e-5 of m g H.
constexpr double kCorrectedSupport = kEvenPackingSupport;

// The least support at which vortices decay at their own rate and bodies rise as they should. With
// Wendland's kernel at 2.5, 2.7, 3 and 3.3 the rate of Taylor-Green vortices, 50 particles across,
// is off by 11, 3, 5 and 3 %, and the way of the rising square under g, 10 particles wide, differs
// from that under g / 10 by 9, 14, 11 and 7 %.
constexpr double kAccurateSupport = 3.3;

constexpr QualityTraits kStandard{.kernel = KernelKind::CubicSpline,
                                  .support = kCorrectedSupport,
                                  .uncorrectedKernel = KernelKind::CubicSpline};
constexpr QualityTraits kAccurate{.kernel = KernelKind::WendlandC2,
                                  .support = kAccurateSupport,
                                  .uncorrectedKernel = KernelKind::BandLimited};

}  // namespace

const QualityTraits& traitsOf(Quality quality) {
  return quality == Quality::Accurate ? kAccurate : kStandard;
}

}  // namespace shoal
