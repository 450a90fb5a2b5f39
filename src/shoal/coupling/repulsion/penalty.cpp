#include "shoal/coupling/repulsion/penalty.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/coupling/repulsion/penalty.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// g(q) / r^2; particles on top of a sample feel a finite force.
HWY_INLINE Wide penalty(const WideVec& x, float h) {
  const Wide r2 = max(dot(x, x), Wide(1e-3f * sq(h)));
  const Wide q = sqrt(r2) / Wide(h);
  const Wide near = max(Wide(0), Wide(2) - q);
  const Wide middle = q * (Wide(2) - Wide(1.5f) * q);
  const Wide far = Wide(0.5f) * near * near;
  // Where its pieces meet, g is continuous.
  const Wide g = select(q < Wide(2.f / 3), Wide(2.f / 3), select(q < Wide(1), middle, far));
  return g / r2;
}

void penaltyPass(FluidParticles& fluid, const FluidSurroundings& around, const float* D,
                 Range range) {
  const PairSpace space(around.kernel, around.period);
  const float h = around.kernel.radius / 2;
  const Vec3f* x_b = around.walls.x.data();
  for (std::size_t i = range.begin; i < range.end; ++i) {
    WideVecSum a;
    forEachNeighbour(around.near.wallOfFluid.of(i), fluid.x[i], x_b, space,
                     [&](WideIndex b, const WideVec& x_ib)
                         SHOAL_TERM { a.add(b, gather(D, b) * penalty(x_ib, h), x_ib); });
    fluid.a[i] += sum(a);
  }
}

void reactionPass(const FluidParticles& fluid, const FluidSurroundings& around, const float* D,
                  Vec3f* force, Range range) {
  const PairSpace space(around.kernel, around.period);
  const float h = around.kernel.radius / 2;
  const Vec3f* x = fluid.x.data();
  const std::uint32_t* phase = fluid.phase.data();
  const float* density = fluid.phases.density.data();
  for (std::size_t b = range.begin; b < range.end; ++b) {
    WideVecSum f;
    forEachNeighbour(around.near.fluidOfWall.of(b), around.walls.x[b], x, space,
                     [&](WideIndex i, const WideVec& x_bi) SHOAL_TERM {
                       const Wide rho0 = gather(density, gather(phase, i));
                       f.add(i, rho0 * penalty(x_bi, h), x_bi);
                     });
    force[b] += fluid.volume * D[b] * sum(f);
  }
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(penaltyPass);
HWY_EXPORT(reactionPass);

void PenaltyForce::accelerate(FluidParticles& fluid, const FluidSurroundings& around, double) {
  const auto pass = HWY_DYNAMIC_DISPATCH(penaltyPass);
  parallelChunks(fluid.size(),
                 [&](Range range, std::size_t) { pass(fluid, around, strength_.data(), range); });
}

void PenaltyForce::addWallForces(const FluidParticles& fluid, const FluidSurroundings& around,
                                 std::span<Vec3f> force) const {
  const auto pass = HWY_DYNAMIC_DISPATCH(reactionPass);
  parallelChunks(around.walls.size(), [&](Range range, std::size_t) {
    pass(fluid, around, strength_.data(), force.data(), range);
  });
}

}  // namespace shoal
#endif  // HWY_ONCE
