#include "shoal/coupling/repulsion/lennard_jones.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/coupling/repulsion/lennard_jones.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/coupling/repulsion/repulsion_wide.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// ((r0 / r)^4 - (r0 / r)^2) / r^2 where it repels; particles on top of a sample feel a finite
// force.
struct LennardJonesLaw {
  float reach2;  // r0^2, m^2

  HWY_INLINE Wide operator()(const WideVec& x) const {
    const Wide r2 = max(dot(x, x), Wide(1e-3f * reach2));
    const Wide q2 = Wide(reach2) / r2;
    return q2 * max(Wide(0), q2 - Wide(1)) / r2;
  }
};

void repelPass(FluidParticles& fluid, const FluidSurroundings& around, const float* D, float reach,
               Range range) {
  repelParticles(fluid, around, D, LennardJonesLaw{sq(reach)}, range);
}

void reactPass(const FluidParticles& fluid, const FluidSurroundings& around, const float* D,
               float reach, Vec3f* force, Range range) {
  repelSamples(fluid, around, D, LennardJonesLaw{sq(reach)}, force, range);
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

void LennardJones::addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                                     std::span<Vec3f> force) const {
  const auto pass = HWY_DYNAMIC_DISPATCH(reactPass);
  parallelChunks(around.boundary.size(), [&](Range range, std::size_t) {
    pass(fluid, around, strength_.data(), reach_, force.data(), range);
  });
}

}  // namespace shoal
#endif  // HWY_ONCE
