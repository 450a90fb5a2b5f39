#include "shoal/sph/momentum.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/momentum.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// Pi_ab of [BTT09] eq. 5 for approaching particles, with delta = 0.01; zero for parting ones, so
// that the term only damps. `strength` is 2 alpha h c.
HWY_INLINE Wide viscousTerm(const WideVec& v_ab, const WideVec& x_ab, Wide r2, Wide strength,
                            Wide rhoSum, float deltaH2) {
  const Wide approach = min(Wide(0), dot(v_ab, x_ab));
  return (Wide(0) - strength) * approach / (rhoSum * (r2 + Wide(deltaH2)));
}

template <bool viscous, class Kernel>
HWY_INLINE void accelerateRange(FluidParticles& fluid, const WallSamples& walls,
                                const Neighbours& near, const Kernel& kernel,
                                const ArtificialViscosity& viscosity, const KernelChoice& choice,
                                const Vec3f& g, Range range) {
  const float m = fluid.mass;
  const float rho0 = fluid.restDensity;
  const Vec3f* x = fluid.x.data();
  const Vec3f* v = fluid.v.data();
  const float* rho = fluid.rho.data();
  const float* pTerm = fluid.pTerm.data();
  const Vec3f* x_b = walls.x.data();
  const float* V_b = walls.volume.data();
  const float* alpha_b = walls.friction.data();
  const float twoHc = 2 * viscosity.smoothingLength * viscosity.soundSpeed;
  const float deltaH2 = 0.01f * sq(viscosity.smoothingLength);
  const bool rubbing = walls.anyFriction;
  const float mirror = walls.mirror;
  const float outOfReach = 2 * choice.radius;
  const float perVirial = -0.5f / static_cast<float>(choice.dimensions);

  for (std::size_t i = range.begin; i < range.end; ++i) {
    WideVec fromFluid(Vec3f{}), fromWalls(Vec3f{});
    Wide virialOfFluid(0), virialOfWalls(0);
    const WideVec v_i(v[i]);
    const Wide rho_i(rho[i]), pTerm_i(pTerm[i]);
    forEachNeighbour(near.fluidOfFluid.of(i), x[i], x, outOfReach,
                     [&](WideIndex j, const WideVec& x_ij) HWY_ATTR {
                       const Wide r2 = dot(x_ij, x_ij);
                       const Wide slope = kernel.slope(sqrt(r2));
                       Wide term = pTerm_i + gather(pTerm, j);
                       virialOfFluid = mulAdd(term * slope, r2, virialOfFluid);
                       if constexpr (viscous)
                         term += viscousTerm(v_i - gather(v, j), x_ij, r2,
                                             Wide(viscosity.alpha * twoHc), rho_i + gather(rho, j),
                                             deltaH2);
                       fromFluid = mulAdd(term * slope, x_ij, fromFluid);
                     });
    forEachNeighbour(near.wallOfFluid.of(i), x[i], x_b, outOfReach,
                     [&](WideIndex b, const WideVec& x_ib) HWY_ATTR {
                       const Wide r2 = dot(x_ib, x_ib);
                       const Wide slope = gather(V_b, b) * kernel.slope(sqrt(r2));
                       Wide term = Wide(mirror) * pTerm_i;
                       virialOfWalls = mulAdd(term * slope, r2, virialOfWalls);
                       if (rubbing)
                         term += viscousTerm(v_i, x_ib, r2, Wide(twoHc) * gather(alpha_b, b),
                                             rho_i + Wide(rho0), deltaH2);
                       fromWalls = mulAdd(term * slope, x_ib, fromWalls);
                     });
    // Lanes are summed up last and together: across lanes, sums are dear.
    const Wide mWide(m), rho0Wide(rho0);
    fluid.a[i] = g - sum(mulAdd(mWide, fromFluid, rho0Wide * fromWalls));
    fluid.pFelt[i] =
        perVirial * rho[i] * sum(mulAdd(mWide, virialOfFluid, rho0Wide * virialOfWalls));
  }
}

void accelerationPass(FluidParticles& fluid, const WallSamples& walls, const Neighbours& near,
                      const KernelChoice& choice, const ArtificialViscosity& viscosity,
                      const Vec3f& g, Range range) {
  withKernel(choice, [&](const auto& kernel) HWY_ATTR {
    if (viscosity.alpha > 0)
      accelerateRange<true>(fluid, walls, near, kernel, viscosity, choice, g, range);
    else
      accelerateRange<false>(fluid, walls, near, kernel, viscosity, choice, g, range);
  });
}

void wallForcePass(const FluidParticles& fluid, const WallSamples& walls, const Neighbours& near,
                   const KernelChoice& choice, const ArtificialViscosity& viscosity, Vec3f* force,
                   Range range) {
  const float rho0 = fluid.restDensity;
  const Vec3f* x = fluid.x.data();
  const float twoHc = 2 * viscosity.smoothingLength * viscosity.soundSpeed;
  const float deltaH2 = 0.01f * sq(viscosity.smoothingLength);
  withKernel(choice, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t b = range.begin; b < range.end; ++b) {
      WideVec f(Vec3f{});
      const Wide strength(twoHc * walls.friction[b]);
      forEachNeighbour(near.fluidOfWall.of(b), walls.x[b], x, 2 * choice.radius,
                       [&](WideIndex i, const WideVec& x_bi) HWY_ATTR {
                         const Wide r2 = dot(x_bi, x_bi);
                         const WideVec v_bi = WideVec(Vec3f{}) - gather(fluid.v.data(), i);
                         const Wide term =
                             Wide(walls.mirror) * gather(fluid.pTerm.data(), i) +
                             viscousTerm(v_bi, x_bi, r2, strength,
                                         gather(fluid.rho.data(), i) + Wide(rho0), deltaH2);
                         f = mulAdd(term * kernel.slope(sqrt(r2)), x_bi, f);
                       });
      force[b] = -fluid.mass * rho0 * walls.volume[b] * sum(f);
    }
  });
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(accelerationPass);
HWY_EXPORT(wallForcePass);

void computeAcceleration(FluidParticles& fluid, const WallSamples& walls, const Neighbours& near,
                         const KernelChoice& kernel, const ArtificialViscosity& viscosity,
                         const Vec3f& g) {
  const auto pass = HWY_DYNAMIC_DISPATCH(accelerationPass);
  parallelChunks(fluid.size(), [&](Range range, std::size_t) {
    pass(fluid, walls, near, kernel, viscosity, g, range);
  });
}

void computeWallForces(const FluidParticles& fluid, const WallSamples& walls,
                       const Neighbours& near, const KernelChoice& kernel,
                       const ArtificialViscosity& viscosity, std::vector<Vec3f>& force) {
  force.resize(walls.size());
  const auto pass = HWY_DYNAMIC_DISPATCH(wallForcePass);
  parallelChunks(walls.size(), [&](Range range, std::size_t) {
    pass(fluid, walls, near, kernel, viscosity, force.data(), range);
  });
}

}  // namespace shoal
#endif  // HWY_ONCE
