#include "shoal/world/quality.h"

#include <algorithm>

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

constexpr QualityTraits kFast{.kernel = KernelKind::CubicSpline,
                              .support = kCorrectedSupport,
                              .uncorrectedKernel = KernelKind::CubicSpline,
                              .tolerance = 4,
                              .reduction = 2};
constexpr QualityTraits kStandard{.kernel = KernelKind::CubicSpline,
                                  .support = kCorrectedSupport,
                                  .uncorrectedKernel = KernelKind::CubicSpline,
                                  .tolerance = 1,
                                  .reduction = 1};
constexpr QualityTraits kAccurate{.kernel = KernelKind::WendlandC2,
                                  .support = kAccurateSupport,
                                  .uncorrectedKernel = KernelKind::BandLimited,
                                  .tolerance = 1,
                                  .reduction = 1};

}  // namespace

const QualityTraits& traitsOf(Quality quality) {
  switch (quality) {
    case Quality::Fast:
      return kFast;
    case Quality::Accurate:
      return kAccurate;
    case Quality::Standard:
      break;
  }
  return kStandard;
}

SolverParams withTolerancesOf(Quality quality, SolverParams solver) {
  const QualityTraits& traits = traitsOf(quality);
  for (double* tolerance : {&solver.isph.tolerance, &solver.dfsph.tolerance,
                            &solver.dfsph.divergenceTolerance, &solver.pcisph.tolerance})
    *tolerance *= traits.tolerance;
  for (double* reduction : {&solver.isph.reduction, &solver.dfsph.reduction})
    *reduction = std::min(1.0, traits.reduction * *reduction);
  return solver;
}

}  // namespace shoal
