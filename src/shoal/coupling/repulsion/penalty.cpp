#include "shoal/coupling/repulsion/penalty.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/coupling/repulsion/penalty.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/coupling/repulsion/repulsion_wide.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// g(q) / r^2; particles on top of a sample feel a finite force.
struct PenaltyLaw {
  float h;  // m, half of the kernel's radius

  HWY_INLINE Wide operator()(const WideVec& x) const {
    const Wide r2 = max(dot(x, x), Wide(1e-3f * sq(h)));
    const Wide q = sqrt(r2) / Wide(h);
    const Wide near = max(Wide(0), Wide(2) - q);
    const Wide middle = q * (Wide(2) - Wide(1.5f) * q);
    const Wide far = Wide(0.5f) * near * near;
    // Where its pieces meet, g is continuous.
    const Wide g = select(q < Wide(2.f / 3), Wide(2.f / 3), select(q < Wide(1), middle, far));
    return g / r2;
  }
};

void penaltyPass(FluidParticles& fluid, const FluidSurroundings& around, const float* D,
                 Range range) {
  repelParticles(fluid, around, D, PenaltyLaw{around.kernel.radius / 2}, range);
}

void reactionPass(const FluidParticles& fluid, const FluidSurroundings& around, const float* D,
                  Vec3f* force, Range range) {
  repelSamples(fluid, around, D, PenaltyLaw{around.kernel.radius / 2}, force, range);
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

void PenaltyForce::addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                                     std::span<Vec3f> force) const {
  const auto pass = HWY_DYNAMIC_DISPATCH(reactionPass);
  parallelChunks(around.boundary.size(), [&](Range range, std::size_t) {
    pass(fluid, around, strength_.data(), force.data(), range);
  });
}

}  // namespace shoal
#endif  // HWY_ONCE
