#include "shoal/sph/forces/strain_rate.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/forces/strain_rate.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/forces/strain_rate_wide.h"
#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/moment_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

void strainRatePass(const FluidParticles& fluid, const FluidSurroundings& around,
                    Symmetric3f* strainRate, Range range) {
  const PairSpace space(around.kernel, around.period);
  const Wide V(fluid.volume);
  const Vec3f* x = fluid.x.data();
  const Vec3f* v = fluid.v.data();
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      WideMoment moment;
      WideStrainRate rate;
      const WideVec v_i(v[i]);
      forEachNeighbour(around.near.fluidOfFluid.of(i), x[i], x, space,
                       [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                         const Wide slope = V * kernel.slope(sqrt(dot(x_ij, x_ij)));
                         moment.add(j, slope, x_ij);
                         rate.add(j, slope, v_i - gather(v, j), x_ij);
                       });
      Symmetric3f M = -1.0f * moment.total();
      if (around.kernel.dimensions == 2) M.zz = 1;
      strainRate[i] = rate.total(M);
    }
  });
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(strainRatePass);

void computeStrainRate(const FluidParticles& fluid, const FluidSurroundings& around,
                       std::span<Symmetric3f> strainRate) {
  const auto pass = HWY_DYNAMIC_DISPATCH(strainRatePass);
  parallelChunks(fluid.size(),
                 [&](Range range, std::size_t) { pass(fluid, around, strainRate.data(), range); });
}

}  // namespace shoal
#endif  // HWY_ONCE
