#include "shoal/sph/solvers/gradient_correction.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/solvers/gradient_correction.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/moment_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// The inverse of M where it can be trusted, the identity where it cannot.
HWY_INLINE Symmetric3f blended(const Symmetric3f& M) {
  // Of the trace of the inverse beyond that of the identity: one over the least eigenvalue, less
  // one, if the others are one. A flat surface has about 1, the row below it 0.1.
  constexpr float kWhole = 0.25f, kNone = 0.67f;
  constexpr float kSingular = 0.05f;
  const Symmetric3f identity = Symmetric3f::diagonal(1);
  if (!(determinant(M) > kSingular)) return identity;
  const Symmetric3f inverse = inverseOfPositive(M);
  const float more = inverse.xx + inverse.yy + inverse.zz - 3;
  const float whole = std::clamp((kNone - more) / (kNone - kWhole), 0.0f, 1.0f);
  return whole * inverse + (1 - whole) * identity;
}

void correctionPass(const FluidParticles& fluid, const FluidSurroundings& around,
                    Symmetric3f* correction, Range range) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  const Wide V(fluid.volume);
  const Vec3f* x = fluid.x.data();
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      WideMoment ofFluid, ofBoundary;
      forEachNeighbour(around.near.fluidOfFluid.of(i), x[i], x, space,
                       [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                         ofFluid.add(j, V * kernel.slope(sqrt(dot(x_ij, x_ij))), x_ij);
                       });
      forEachNeighbour(around.near.boundaryOfFluid.of(i), x[i], boundary.x.data(), space,
                       [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                         const Wide V_b = gather(boundary.volume.data(), b);
                         ofBoundary.add(b, V_b * kernel.slope(sqrt(dot(x_ib, x_ib))), x_ib);
                       });
      Symmetric3f M = -1.0f * (ofFluid.total() + ofBoundary.total());
      if (around.kernel.dimensions == 2) M.zz = 1;
      correction[i] = blended(M);
    }
  });
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(correctionPass);

void computeGradientCorrection(const FluidParticles& fluid, const FluidSurroundings& around,
                               std::span<Symmetric3f> correction) {
  const auto pass = HWY_DYNAMIC_DISPATCH(correctionPass);
  parallelChunks(fluid.size(),
                 [&](Range range, std::size_t) { pass(fluid, around, correction.data(), range); });
}

}  // namespace shoal
#endif  // HWY_ONCE
