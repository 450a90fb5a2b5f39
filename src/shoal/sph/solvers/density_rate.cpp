#include "shoal/sph/solvers/density_rate.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/solvers/density_rate.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

template <class Kernel>
HWY_INLINE void rateOfRange(const FluidParticles& fluid, const FluidSurroundings& around,
                            const Kernel& kernel, float* rate, Range range) {
  const PairSpace space(around.kernel, around.period);
  const Vec3f* x = fluid.x.data();
  const Vec3f* v = fluid.v.data();
  const Vec3f* x_b = around.boundary.x.data();
  const Vec3f* v_b = around.boundary.v.data();
  const float* V_b = around.boundary.volume.data();

  for (std::size_t i = range.begin; i < range.end; ++i) {
    WideSum ofFluid, ofBoundary;
    const WideVec v_i(v[i]);
    forEachNeighbour(around.near.fluidOfFluid.of(i), x[i], x, space,
                     [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                       const Wide slope = kernel.slope(sqrt(dot(x_ij, x_ij)));
                       ofFluid.add(j, slope, dot(v_i - gather(v, j), x_ij));
                     });
    forEachNeighbour(around.near.boundaryOfFluid.of(i), x[i], x_b, space,
                     [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                       const Wide slope = gather(V_b, b) * kernel.slope(sqrt(dot(x_ib, x_ib)));
                       ofBoundary.add(b, slope, dot(v_i - gather(v_b, b), x_ib));
                     });
    rate[i] = sum(mulAdd(Wide(fluid.volume), ofFluid, ofBoundary));
  }
}

void ratePass(const FluidParticles& fluid, const FluidSurroundings& around, float* rate,
              Range range) {
  withKernel(around.kernel,
             [&](const auto& kernel) HWY_ATTR { rateOfRange(fluid, around, kernel, rate, range); });
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(ratePass);

void computeDensityRate(const FluidParticles& fluid, const FluidSurroundings& around,
                        std::span<float> rate) {
  const auto pass = HWY_DYNAMIC_DISPATCH(ratePass);
  parallelChunks(fluid.size(),
                 [&](Range range, std::size_t) { pass(fluid, around, rate.data(), range); });
}

}  // namespace shoal
#endif  // HWY_ONCE
