#include "shoal/sph/solvers/density.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/solvers/density.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

template <class Kernel>
HWY_INLINE void densityOfRange(FluidParticles& fluid, const FluidSurroundings& around,
                               const Kernel& kernel, const Vec3f* x_b, Range range) {
  const PairSpace space(around.kernel, around.period);
  const float V = fluid.volume;
  const Vec3f* x = fluid.x.data();
  const float* V_b = around.boundary.volume.data();
  const float self = kernel.weight(0.0f);

  for (std::size_t i = range.begin; i < range.end; ++i) {
    WideSum weights, boundaryVolume;
    forEachNeighbour(around.near.fluidOfFluid.of(i), x[i], x, space,
                     [&](WideIndex j, const WideVec& x_ij)
                         SHOAL_TERM { weights.add(j, kernel.weight(sqrt(dot(x_ij, x_ij)))); });
    forEachNeighbour(around.near.boundaryOfFluid.of(i), x[i], x_b, space,
                     [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                       boundaryVolume.add(b, gather(V_b, b) * kernel.weight(sqrt(dot(x_ib, x_ib))));
                     });
    fluid.s[i] = V * self + sum(mulAdd(Wide(V), weights, boundaryVolume));
  }
}

void densityPass(FluidParticles& fluid, const FluidSurroundings& around, const Vec3f* samples,
                 Range range) {
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    densityOfRange(fluid, around, kernel, samples, range);
  });
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(densityPass);

void computeDensity(FluidParticles& fluid, const FluidSurroundings& around) {
  computeDensity(fluid, around, around.boundary.x.span());
}

void computeDensity(FluidParticles& fluid, const FluidSurroundings& around,
                    std::span<const Vec3f> samples) {
  const auto pass = HWY_DYNAMIC_DISPATCH(densityPass);
  parallelChunks(fluid.size(),
                 [&](Range range, std::size_t) { pass(fluid, around, samples.data(), range); });
}

}  // namespace shoal
#endif  // HWY_ONCE
