#include "shoal/sph/solvers/gradient_correction.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/solvers/gradient_correction.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/forces/strain_rate_wide.h"
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

template <bool strains>
HWY_INLINE void correctRange(const FluidParticles& fluid, const FluidSurroundings& around,
                             Symmetric3f* correction, Symmetric3f* strainRate, Range range) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  const Wide V(fluid.volume);
  const Vec3f* x = fluid.x.data();
  const Vec3f* v = fluid.v.data();
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      WideMoment ofFluid, ofBoundary;
      WideStrainRate rate;
      const WideVec v_i(v[i]);
      forEachNeighbour(around.near.fluidOfFluid.of(i), x[i], x, space,
                       [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                         const Wide slope = V * kernel.slope(sqrt(dot(x_ij, x_ij)));
                         ofFluid.add(j, slope, x_ij);
                         if constexpr (strains) rate.add(j, slope, v_i - gather(v, j), x_ij);
                       });
      forEachNeighbour(around.near.boundaryOfFluid.of(i), x[i], boundary.x.data(), space,
                       [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                         const Wide V_b = gather(boundary.volume.data(), b);
                         ofBoundary.add(b, V_b * kernel.slope(sqrt(dot(x_ib, x_ib))), x_ib);
                       });
      const Symmetric3f moment = ofFluid.total();
      const auto M = [&](const Symmetric3f& sum) {
        Symmetric3f a = -1.0f * sum;
        if (around.kernel.dimensions == 2) a.zz = 1;
        return a;
      };
      correction[i] = blended(M(moment + ofBoundary.total()));
      if constexpr (strains) strainRate[i] = rate.total(M(moment));
    }
  });
}

void correctionPass(const FluidParticles& fluid, const FluidSurroundings& around,
                    Symmetric3f* correction, Symmetric3f* strainRate, Range range) {
  if (strainRate)
    correctRange<true>(fluid, around, correction, strainRate, range);
  else
    correctRange<false>(fluid, around, correction, strainRate, range);
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(correctionPass);

void computeGradientCorrection(const FluidParticles& fluid, const FluidSurroundings& around,
                               std::span<Symmetric3f> correction,
                               std::span<Symmetric3f> strainRate) {
  const auto pass = HWY_DYNAMIC_DISPATCH(correctionPass);
  parallelChunks(fluid.size(), [&](Range range, std::size_t) {
    pass(fluid, around, correction.data(), strainRate.empty() ? nullptr : strainRate.data(), range);
  });
}

}  // namespace shoal
#endif  // HWY_ONCE
