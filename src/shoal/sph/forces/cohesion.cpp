#include "shoal/sph/forces/cohesion.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/forces/cohesion.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// The pair law of attraction, W(r) x_ab times a strength: the same between two particles, and
// between a particle and a boundary sample whichever of the two gathers it.
template <class Kernel>
HWY_INLINE void addAttraction(const Kernel& kernel, WideIndex j, Wide strength, const WideVec& x_ab,
                              WideVecSum& sum) {
  sum.add(j, strength * kernel.weight(sqrt(dot(x_ab, x_ab))), x_ab);
}

// `k` is sqrt(kappa m) by phase.
void cohesionPass(FluidParticles& fluid, const FluidSurroundings& around, const float* k,
                  Range range) {
  const PairSpace space(around.kernel, around.period);
  const Vec3f* x = fluid.x.data();
  const std::uint32_t* phase = fluid.phase.data();
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const float k_i = k[phase[i]];
      if (k_i == 0) continue;
      WideVecSum pull;
      forEachNeighbour(around.near.fluidOfFluid.of(i), x[i], x, space,
                       [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                         addAttraction(kernel, j, gather(k, gather(phase, j)), x_ij, pull);
                       });
      fluid.a[i] -= (k_i / fluid.mass(i)) * sum(pull);
    }
  });
}

void adhesionPass(FluidParticles& fluid, const FluidSurroundings& around, Range range) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  const Vec3f* x = fluid.x.data();
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      WideVecSum pull;
      forEachNeighbour(around.near.boundaryOfFluid.of(i), x[i], boundary.x.data(), space,
                       [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                         const Wide strength = gather(boundary.adhesion.data(), b) *
                                               gather(boundary.volume.data(), b);
                         addAttraction(kernel, b, strength, x_ib, pull);
                       });
      fluid.a[i] -= (1 / fluid.volume) * sum(pull);
    }
  });
}

void adhesionOnBoundaryPass(const FluidParticles& fluid, const FluidSurroundings& around,
                            Vec3f* force, Range range) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  const std::uint32_t* phase = fluid.phase.data();
  const float* density = fluid.phases.density.data();
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t b = range.begin; b < range.end; ++b) {
      if (boundary.adhesion[b] == 0) continue;
      WideVecSum pull;
      forEachNeighbour(around.near.fluidOfBoundary.of(b), boundary.x[b], fluid.x.data(), space,
                       [&](WideIndex i, const WideVec& x_bi) SHOAL_TERM {
                         addAttraction(kernel, i, gather(density, gather(phase, i)), x_bi, pull);
                       });
      force[b] -= (boundary.adhesion[b] * boundary.volume[b]) * sum(pull);
    }
  });
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(cohesionPass);
HWY_EXPORT(adhesionPass);
HWY_EXPORT(adhesionOnBoundaryPass);

void Cohesion::accelerate(FluidParticles& fluid, const FluidSurroundings& around, double) {
  std::vector<float> k(fluid.phases.size());
  bool any = false;
  for (std::size_t phase = 0; phase < k.size(); ++phase) {
    k[phase] = std::sqrt(kappa_[phase] * fluid.volume * fluid.phases.density[phase]);
    any = any || k[phase] > 0;
  }
  if (any) {
    const auto pass = HWY_DYNAMIC_DISPATCH(cohesionPass);
    parallelChunks(fluid.size(),
                   [&](Range range, std::size_t) { pass(fluid, around, k.data(), range); });
  }
  if (!around.boundary.anyAdhesion) return;
  const auto pass = HWY_DYNAMIC_DISPATCH(adhesionPass);
  parallelChunks(fluid.size(), [&](Range range, std::size_t) { pass(fluid, around, range); });
}

void Cohesion::addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                                 std::span<Vec3f> force) const {
  if (!around.boundary.anyAdhesion) return;
  const auto pass = HWY_DYNAMIC_DISPATCH(adhesionOnBoundaryPass);
  parallelChunks(around.boundary.size(),
                 [&](Range range, std::size_t) { pass(fluid, around, force.data(), range); });
}

}  // namespace shoal
#endif  // HWY_ONCE
