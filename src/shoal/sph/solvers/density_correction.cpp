#include "shoal/sph/solvers/density_correction.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/solvers/density_correction.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

template <class Kernel>
HWY_INLINE void correctRange(FluidParticles& fluid, const FluidSurroundings& around,
                             const Kernel& kernel, const float* summed, Range range) {
  const PairSpace space(around.kernel, around.period);
  const float V = fluid.volume;
  const Vec3f* x = fluid.x.data();
  const Vec3f* x_b = around.boundary.x.data();
  const float* V_b = around.boundary.volume.data();
  const float self = kernel.weight(0.0f);

  for (std::size_t i = range.begin; i < range.end; ++i) {
    WideSum volumes, boundaryVolume;
    forEachNeighbour(
        around.near.fluidOfFluid.of(i), x[i], x, space,
        [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
          volumes.add(j, kernel.weight(sqrt(dot(x_ij, x_ij))) / max(Wide(1), gather(summed, j)));
        });
    forEachNeighbour(around.near.boundaryOfFluid.of(i), x[i], x_b, space,
                     [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                       boundaryVolume.add(b, gather(V_b, b) * kernel.weight(sqrt(dot(x_ib, x_ib))));
                     });
    fluid.s[i] = summed[i] / (V * self / std::max(1.0f, summed[i]) +
                              sum(mulAdd(Wide(V), volumes, boundaryVolume)));
  }
}

void correctionPass(FluidParticles& fluid, const FluidSurroundings& around, const float* summed,
                    Range range) {
  withKernel(around.kernel, [&](const auto& kernel)
                                HWY_ATTR { correctRange(fluid, around, kernel, summed, range); });
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(correctionPass);

void correctDensity(FluidParticles& fluid, const FluidSurroundings& around,
                    std::span<float> summed) {
  std::copy(fluid.s.begin(), fluid.s.end(), summed.begin());
  const auto pass = HWY_DYNAMIC_DISPATCH(correctionPass);
  parallelChunks(fluid.size(),
                 [&](Range range, std::size_t) { pass(fluid, around, summed.data(), range); });
}

}  // namespace shoal
#endif  // HWY_ONCE
