#include "shoal/sph/density.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/density.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

template <class Kernel>
HWY_INLINE void densityOfRange(FluidParticles& fluid, const WallSamples& walls,
                               const Neighbours& near, const Kernel& kernel, float outOfReach,
                               Range range) {
  const float m = fluid.mass;
  const float rho0 = fluid.restDensity;
  const Vec3f* x = fluid.x.data();
  const Vec3f* x_b = walls.x.data();
  const float* V_b = walls.volume.data();
  const float self = kernel.weight(0.0f);

  for (std::size_t i = range.begin; i < range.end; ++i) {
    Wide weights(0), wallVolume(0);
    forEachNeighbour(near.fluidOfFluid.of(i), x[i], x, outOfReach,
                     [&](WideIndex, const WideVec& x_ij)
                         HWY_ATTR { weights += kernel.weight(sqrt(dot(x_ij, x_ij))); });
    forEachNeighbour(near.wallOfFluid.of(i), x[i], x_b, outOfReach,
                     [&](WideIndex b, const WideVec& x_ib) HWY_ATTR {
                       wallVolume += gather(V_b, b) * kernel.weight(sqrt(dot(x_ib, x_ib)));
                     });
    fluid.rho[i] = m * self + sum(Wide(m) * weights + Wide(rho0) * wallVolume);
  }
}

void densityPass(FluidParticles& fluid, const WallSamples& walls, const Neighbours& near,
                 const KernelChoice& choice, Range range) {
  withKernel(choice, [&](const auto& kernel) HWY_ATTR {
    densityOfRange(fluid, walls, near, kernel, 2 * choice.radius, range);
  });
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(densityPass);

void computeDensity(FluidParticles& fluid, const WallSamples& walls, const Neighbours& near,
                    const KernelChoice& kernel) {
  const auto pass = HWY_DYNAMIC_DISPATCH(densityPass);
  parallelChunks(fluid.size(),
                 [&](Range range, std::size_t) { pass(fluid, walls, near, kernel, range); });
}

}  // namespace shoal
#endif  // HWY_ONCE
