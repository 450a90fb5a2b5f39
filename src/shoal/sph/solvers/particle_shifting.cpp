#include "shoal/sph/solvers/particle_shifting.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/solvers/particle_shifting.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

template <class Kernel>
HWY_INLINE void shiftRange(const FluidParticles& fluid, const FluidSurroundings& around,
                           const Kernel& kernel, float diffusivity, Vec3f* shift, Range range) {
  const PairSpace space(around.kernel, around.period);
  const Vec3f* x = fluid.x.data();
  const float* s = fluid.s.data();
  const Vec3f* x_b = around.boundary.x.data();
  const float* V_b = around.boundary.volume.data();

  for (std::size_t i = range.begin; i < range.end; ++i) {
    WideVecSum ofFluid, ofBoundary;
    const Wide own(1 / sq(s[i]));
    forEachNeighbour(around.near.fluidOfFluid.of(i), x[i], x, space,
                     [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                       const Wide s_j = gather(s, j);
                       const Wide term = own + Wide(1) / (s_j * s_j);
                       ofFluid.add(j, term * kernel.slope(sqrt(dot(x_ij, x_ij))), x_ij);
                     });
    forEachNeighbour(around.near.boundaryOfFluid.of(i), x[i], x_b, space,
                     [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                       const Wide slope = kernel.slope(sqrt(dot(x_ib, x_ib)));
                       ofBoundary.add(b, gather(V_b, b) * slope, x_ib);
                     });
    const Vec3f towardsBoundary = (around.boundary.wallPressureFactor / sq(s[i])) * sum(ofBoundary);
    const float n2 = dot(towardsBoundary, towardsBoundary);
    shift[i] = -diffusivity / 2 * (fluid.volume * sum(ofFluid) + towardsBoundary);
    if (n2 > 0) shift[i] -= (dot(shift[i], towardsBoundary) / n2) * towardsBoundary;
  }
}

void shiftPass(const FluidParticles& fluid, const FluidSurroundings& around, float diffusivity,
               Vec3f* shift, Range range) {
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    shiftRange(fluid, around, kernel, diffusivity, shift, range);
  });
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(shiftPass);

void computeShift(const FluidParticles& fluid, const FluidSurroundings& around, float diffusivity,
                  std::span<Vec3f> shift) {
  const auto pass = HWY_DYNAMIC_DISPATCH(shiftPass);
  parallelChunks(fluid.size(), [&](Range range, std::size_t) {
    pass(fluid, around, diffusivity, shift.data(), range);
  });
}

}  // namespace shoal
#endif  // HWY_ONCE
