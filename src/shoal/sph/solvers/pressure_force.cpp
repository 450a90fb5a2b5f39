#include "shoal/sph/solvers/pressure_force.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/solvers/pressure_force.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/forces/artificial_viscosity_wide.h"
#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// Replaces P_a / s_a^2 + P_b / s_b^2 between a particle i and a boundary sample, whichever of the
// two gathers it.
HWY_INLINE Wide boundaryPressure(const BoundarySamples& samples, Wide pTerm_i) {
  return Wide(samples.wallPressureFactor) * pTerm_i;
}

template <bool viscous, bool corrected, class Kernel>
HWY_INLINE void accelerateRange(FluidParticles& fluid, const FluidSurroundings& around,
                                const Kernel& kernel, const ArtificialViscosity& viscosity,
                                const float* ofSamples, Range range) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  const Vec3f* x = fluid.x.data();
  const Vec3f* v = fluid.v.data();
  const float* s = fluid.s.data();
  const float* pTerm = fluid.pTerm.data();
  const Vec3f* x_b = boundary.x.data();
  const Vec3f* v_b = boundary.v.data();
  const float* V_b = boundary.volume.data();
  const float* alpha_b = boundary.friction.data();
  const ArtificialViscosityPair pair(viscosity);
  const bool rubbing = boundary.anyFriction;
  const Wide V(fluid.volume);
  const float perVirial = -0.5f / static_cast<float>(around.kernel.dimensions);

  for (std::size_t i = range.begin; i < range.end; ++i) {
    WideVecSum fromFluid, fromBoundary;
    WideSum virialOfFluid, virialOfBoundary;
    const WideVec v_i(v[i]);
    const Wide s_i(s[i]), pTerm_i(pTerm[i]), mirrored = boundaryPressure(boundary, pTerm_i);
    const float rho0 = fluid.restDensity(i);
    const Wide own = pair.own(rho0);
    const PairDensity rho0Pair(fluid, i);
    const WideSymmetric B_i(corrected ? around.correction[i] : Symmetric3f::diagonal(1));
    forEachNeighbour(around.near.fluidOfFluid.of(i), x[i], x, space,
                     [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                       const Wide r2 = dot(x_ij, x_ij);
                       const Wide slope = kernel.slope(sqrt(r2));
                       Wide term = pTerm_i + gather(pTerm, j);
                       if constexpr (corrected) {
                         const WideVec along =
                             Wide(0.5f) * ((B_i + gather(around.correction, j)) * x_ij);
                         virialOfFluid.add(j, term * slope, dot(x_ij, along));
                         fromFluid.add(j, term * slope, along);
                         return;
                       }
                       virialOfFluid.add(j, term * slope, r2);
                       if constexpr (viscous)
                         term += pair.ofParticles(v_i - gather(v, j), x_ij, r2, rho0Pair.with(j),
                                                  s_i + gather(s, j));
                       fromFluid.add(j, term * slope, x_ij);
                     });
    forEachNeighbour(around.near.boundaryOfFluid.of(i), x[i], x_b, space,
                     [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                       const Wide r2 = dot(x_ib, x_ib);
                       const Wide slope = gather(V_b, b) * kernel.slope(sqrt(r2));
                       Wide term = mirrored;
                       if (ofSamples) term += gather(ofSamples, b);
                       if constexpr (corrected) {
                         const WideVec along = B_i * x_ib;
                         virialOfBoundary.add(b, term * slope, dot(x_ib, along));
                         fromBoundary.add(b, term * slope, along);
                         return;
                       }
                       virialOfBoundary.add(b, term * slope, r2);
                       if (rubbing)
                         term += pair.withBoundary(v_i - gather(v_b, b), x_ib, r2, own,
                                                   gather(alpha_b, b), s_i);
                       fromBoundary.add(b, term * slope, x_ib);
                     });
    // Lanes are summed last and together: horizontal sums are expensive.
    fluid.a[i] -= (1 / rho0) * sum(mulAdd(V, fromFluid, fromBoundary));
    fluid.virialPressure[i] = perVirial * s[i] * sum(mulAdd(V, virialOfFluid, virialOfBoundary));
  }
}

void pressurePass(FluidParticles& fluid, const FluidSurroundings& around,
                  const ArtificialViscosity& viscosity, const float* ofSamples, Range range) {
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    if (around.correction)
      accelerateRange<false, true>(fluid, around, kernel, viscosity, ofSamples, range);
    else if (viscosity.alpha > 0)
      accelerateRange<true, false>(fluid, around, kernel, viscosity, ofSamples, range);
    else
      accelerateRange<false, false>(fluid, around, kernel, viscosity, ofSamples, range);
  });
}

void pressureOnBoundaryPass(const FluidParticles& fluid, const FluidSurroundings& around,
                            const ArtificialViscosity& viscosity, const float* pTerm,
                            const float* ofSamples, Vec3f* force, Range range) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  const Vec3f* x = fluid.x.data();
  const std::uint32_t* phase = fluid.phase.data();
  const float* density = fluid.phases.density.data();
  const ArtificialViscosityPair pair(viscosity);
  const bool rubbing = boundary.anyFriction;
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t b = range.begin; b < range.end; ++b) {
      if (around.near.fluidOfBoundary.of(b).empty()) continue;
      WideVecSum f;
      const Wide own = pair.own(boundary.friction[b]);
      const WideVec v_b(boundary.v[b]);
      const Wide P_b(ofSamples ? ofSamples[b] : 0.0f);
      forEachNeighbour(
          around.near.fluidOfBoundary.of(b), boundary.x[b], x, space,
          [&](WideIndex i, const WideVec& x_bi) SHOAL_TERM {
            const Wide r2 = dot(x_bi, x_bi);
            Wide term = boundaryPressure(boundary, gather(pTerm, i)) + P_b;
            if (around.correction) {
              f.add(i, term * kernel.slope(sqrt(r2)), gather(around.correction, i) * x_bi);
              return;
            }
            if (rubbing)
              term +=
                  pair.withBoundary(v_b - gather(fluid.v.data(), i), x_bi, r2, own,
                                    gather(density, gather(phase, i)), gather(fluid.s.data(), i));
            f.add(i, term * kernel.slope(sqrt(r2)), x_bi);
          });
      force[b] -= fluid.volume * boundary.volume[b] * sum(f);
    }
  });
}

// The sum over a range of P_i / s_i^2 times the rate of the density of particle i by the boundary.
double compressionPowerPass(const FluidParticles& fluid, const FluidSurroundings& around,
                            Range range) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  double compression = 0;
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (fluid.pTerm[i] == 0) continue;
      WideSum rate;
      const WideVec v_i(fluid.v[i]);
      forEachNeighbour(around.near.boundaryOfFluid.of(i), fluid.x[i], boundary.x.data(), space,
                       [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                         const Wide slope = gather(boundary.volume.data(), b) *
                                            kernel.slope(sqrt(dot(x_ib, x_ib)));
                         rate.add(b, slope, dot(x_ib, v_i - gather(boundary.v.data(), b)));
                       });
      compression += double(fluid.pTerm[i] * sum(rate));
    }
  });
  return compression;
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(pressurePass);
HWY_EXPORT(pressureOnBoundaryPass);
HWY_EXPORT(compressionPowerPass);

void addPressureAcceleration(FluidParticles& fluid, const FluidSurroundings& around,
                             const ArtificialViscosity& viscosity,
                             std::span<const float> ofSamples) {
  const auto pass = HWY_DYNAMIC_DISPATCH(pressurePass);
  const float* pressures = ofSamples.empty() ? nullptr : ofSamples.data();
  parallelChunks(fluid.size(), [&](Range range, std::size_t) {
    pass(fluid, around, viscosity, pressures, range);
  });
}

void addPressureOnBoundary(const FluidParticles& fluid, const FluidSurroundings& around,
                           const ArtificialViscosity& viscosity, std::span<const float> pTerm,
                           std::span<Vec3f> force, std::span<const float> ofSamples) {
  const auto pass = HWY_DYNAMIC_DISPATCH(pressureOnBoundaryPass);
  parallelChunks(around.boundary.size(), [&](Range range, std::size_t) {
    pass(fluid, around, viscosity, pTerm.data(), ofSamples.empty() ? nullptr : ofSamples.data(),
         force.data(), range);
  });
}

double powerOfBoundaryPressure(const FluidParticles& fluid, const FluidSurroundings& around) {
  const auto pass = HWY_DYNAMIC_DISPATCH(compressionPowerPass);
  if (around.boundary.wallPressureFactor == 1) return 0;
  const double compression = parallelSumOfChunks(
      fluid.size(), 0.0, [&](Range range) { return pass(fluid, around, range); });
  return -double(around.boundary.wallPressureFactor - 1) * double(fluid.volume) * compression;
}

}  // namespace shoal
#endif  // HWY_ONCE
