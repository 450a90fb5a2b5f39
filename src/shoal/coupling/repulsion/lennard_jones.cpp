#include "shoal/coupling/repulsion/lennard_jones.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/coupling/repulsion/lennard_jones.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// ((r0 / r)^4 - (r0 / r)^2) / r^2 where it repels; particles on top of a sample feel a finite
// force.
HWY_INLINE Wide repulsion(const WideVec& x, float reach2) {
  const Wide r2 = max(dot(x, x), Wide(1e-3f * reach2));
  const Wide q2 = Wide(reach2) / r2;
  return q2 * max(Wide(0), q2 - Wide(1)) / r2;
}

void repelPass(FluidParticles& fluid, const FluidSurroundings& around, const float* D, float reach,
               Range range) {
  const PairSpace space(around.kernel, around.period);
  const Vec3f* x_b = around.walls.x.data();
  for (std::size_t i = range.begin; i < range.end; ++i) {
    WideVecSum a;
    forEachNeighbour(around.near.wallOfFluid.of(i), fluid.x[i], x_b, space,
                     [&](WideIndex b, const WideVec& x_ib)
                         SHOAL_TERM { a.add(b, gather(D, b) * repulsion(x_ib, sq(reach)), x_ib); });
    fluid.a[i] += sum(a);
  }
}

void reactPass(const FluidParticles& fluid, const FluidSurroundings& around, const float* D,
               float reach, Vec3f* force, Range range) {
  const PairSpace space(around.kernel, around.period);
  const Vec3f* x = fluid.x.data();
  const std::uint32_t* phase = fluid.phase.data();
  const float* density = fluid.phases.density.data();
  for (std::size_t b = range.begin; b < range.end; ++b) {
    WideVecSum f;
    forEachNeighbour(around.near.fluidOfWall.of(b), around.walls.x[b], x, space,
                     [&](WideIndex i, const WideVec& x_bi) SHOAL_TERM {
                       const Wide rho0 = gather(density, gather(phase, i));
                       f.add(i, rho0 * repulsion(x_bi, sq(reach)), x_bi);
                     });
    force[b] += fluid.volume * D[b] * sum(f);
  }
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(repelPass);
HWY_EXPORT(reactPass);

void LennardJones::accelerate(FluidParticles& fluid, const FluidSurroundings& around, double) {
  const auto pass = HWY_DYNAMIC_DISPATCH(repelPass);
  parallelChunks(fluid.size(), [&](Range range, std::size_t) {
    pass(fluid, around, strength_.data(), reach_, range);
  });
}

void LennardJones::addWallForces(const FluidParticles& fluid, const FluidSurroundings& around,
                                 std::span<Vec3f> force) const {
  const auto pass = HWY_DYNAMIC_DISPATCH(reactPass);
  parallelChunks(around.walls.size(), [&](Range range, std::size_t) {
    pass(fluid, around, strength_.data(), reach_, force.data(), range);
  });
}

}  // namespace shoal
#endif  // HWY_ONCE
