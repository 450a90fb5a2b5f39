// The passes of repulsive boundary forces, for any pair law; read once per machine target like
// core/wide.h.
#if defined(SHOAL_COUPLING_REPULSION_WIDE_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SHOAL_COUPLING_REPULSION_WIDE_H
#undef SHOAL_COUPLING_REPULSION_WIDE_H
#else
#define SHOAL_COUPLING_REPULSION_WIDE_H
#endif

#include "shoal/sph/fluid_particles.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// A sample with the strength D accelerates particles at x from it by D law(x) x, with law(x) in
// 1/m^2.
template <class Law>
HWY_INLINE void repelParticles(FluidParticles& fluid, const FluidSurroundings& around,
                               const float* D, const Law& law, Range range) {
  const PairSpace space(around.kernel, around.period);
  const Vec3f* x_b = around.boundary.x.data();
  for (std::size_t i = range.begin; i < range.end; ++i) {
    WideVecSum a;
    forEachNeighbour(around.near.boundaryOfFluid.of(i), fluid.x[i], x_b, space,
                     [&](WideIndex b, const WideVec& x_ib)
                         SHOAL_TERM { a.add(b, gather(D, b) * law(x_ib), x_ib); });
    fluid.a[i] += sum(a);
  }
}

// The reaction on the samples, in N, gathered by them.
template <class Law>
HWY_INLINE void repelSamples(const FluidParticles& fluid, const FluidSurroundings& around,
                             const float* D, const Law& law, Vec3f* force, Range range) {
  const PairSpace space(around.kernel, around.period);
  const Vec3f* x = fluid.x.data();
  const std::uint32_t* phase = fluid.phase.data();
  const float* density = fluid.phases.density.data();
  for (std::size_t b = range.begin; b < range.end; ++b) {
    WideVecSum f;
    forEachNeighbour(around.near.fluidOfBoundary.of(b), around.boundary.x[b], x, space,
                     [&](WideIndex i, const WideVec& x_bi) SHOAL_TERM {
                       const Wide rho0 = gather(density, gather(phase, i));
                       f.add(i, rho0 * law(x_bi), x_bi);
                     });
    force[b] += fluid.volume * D[b] * sum(f);
  }
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
