#include "shoal/sph/forces/artificial_viscosity.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/forces/artificial_viscosity.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/timer.h"
#include "shoal/sph/forces/artificial_viscosity_wide.h"
#include "shoal/sph/forces/strain_rate.h"
#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

void artificialPass(FluidParticles& fluid, const FluidSurroundings& around,
                    const ArtificialViscosity& viscosity, const Symmetric3f* strainRate,
                    Range range) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  const Vec3f* x = fluid.x.data();
  const Vec3f* v = fluid.v.data();
  const float* s = fluid.s.data();
  const ArtificialViscosityPair pair(viscosity);
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      WideVecSum fromFluid, fromBoundary;
      const WideVec v_i(v[i]);
      const Wide s_i(s[i]);
      const WideSymmetric E_i(strainRate ? strainRate[i] : Symmetric3f{});
      const float rho0 = fluid.restDensity(i);
      const Wide own = pair.own(rho0);
      const PairDensity rho0Pair(fluid, i);
      forEachNeighbour(around.near.fluidOfFluid.of(i), x[i], x, space,
                       [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                         const Wide r2 = dot(x_ij, x_ij);
                         WideVec v_ij = v_i - gather(v, j);
                         if (strainRate)
                           v_ij = v_ij - Wide(0.5f) * ((E_i + gather(strainRate, j)) * x_ij);
                         const Wide term =
                             pair.ofParticles(v_ij, x_ij, r2, rho0Pair.with(j), s_i + gather(s, j));
                         fromFluid.add(j, term * kernel.slope(sqrt(r2)), x_ij);
                       });
      if (boundary.anyFriction)
        forEachNeighbour(around.near.boundaryOfFluid.of(i), x[i], boundary.x.data(), space,
                         [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                           const Wide r2 = dot(x_ib, x_ib);
                           const Wide term =
                               pair.withBoundary(v_i - gather(boundary.v.data(), b), x_ib, r2, own,
                                                 gather(boundary.friction.data(), b), s_i);
                           const Wide V_b = gather(boundary.volume.data(), b);
                           fromBoundary.add(b, V_b * term * kernel.slope(sqrt(r2)), x_ib);
                         });
      fluid.a[i] -= (1 / rho0) * sum(mulAdd(Wide(fluid.volume), fromFluid, fromBoundary));
    }
  });
}

void artificialOnBoundaryPass(const FluidParticles& fluid, const FluidSurroundings& around,
                              const ArtificialViscosity& viscosity, Vec3f* force, Range range) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  const float* density = fluid.phases.density.data();
  const ArtificialViscosityPair pair(viscosity);
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t b = range.begin; b < range.end; ++b) {
      WideVecSum f;
      const Wide own = pair.own(boundary.friction[b]);
      const WideVec v_b(boundary.v[b]);
      forEachNeighbour(around.near.fluidOfBoundary.of(b), boundary.x[b], fluid.x.data(), space,
                       [&](WideIndex i, const WideVec& x_bi) SHOAL_TERM {
                         const Wide r2 = dot(x_bi, x_bi);
                         const Wide rho0 = gather(density, gather(fluid.phase.data(), i));
                         const Wide term =
                             pair.withBoundary(v_b - gather(fluid.v.data(), i), x_bi, r2, own, rho0,
                                               gather(fluid.s.data(), i));
                         f.add(i, term * kernel.slope(sqrt(r2)), x_bi);
                       });
      force[b] -= fluid.volume * boundary.volume[b] * sum(f);
    }
  });
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(artificialPass);
HWY_EXPORT(artificialOnBoundaryPass);

void ArtificialViscosityForce::accelerate(FluidParticles& fluid, const FluidSurroundings& around,
                                          double) {
  const Timed t{"fluid/artificial viscosity"};
  const auto pass = HWY_DYNAMIC_DISPATCH(artificialPass);
  if (viscosity_.ofNoise && !strainRateKnown_) {
    strainRate_.resize(fluid.size());
    computeStrainRate(fluid, around, strainRate_);
  }
  strainRateKnown_ = false;
  parallelChunks(fluid.size(), [&](Range range, std::size_t) {
    pass(fluid, around, viscosity_, viscosity_.ofNoise ? strainRate_.data() : nullptr, range);
  });
}

std::span<Symmetric3f> ArtificialViscosityForce::strainRateOf(std::size_t particles) {
  if (!viscosity_.ofNoise || viscosity_.alpha == 0) return {};
  strainRateKnown_ = true;
  strainRate_.resize(particles);
  return strainRate_;
}

double ArtificialViscosityForce::longestStep(const FluidParticles&, const FluidSurroundings& around,
                                             const StepLimits& limits) const {
  const double nu = equivalentViscosity(viscosity_, around.kernel.dimensions);
  return nu > 0 ? limits.viscous * sq(double(viscosity_.smoothingLength)) / nu
                : std::numeric_limits<double>::infinity();
}

void ArtificialViscosityForce::addBoundaryForces(const FluidParticles& fluid,
                                                 const FluidSurroundings& around,
                                                 std::span<Vec3f> force) const {
  const auto pass = HWY_DYNAMIC_DISPATCH(artificialOnBoundaryPass);
  parallelChunks(around.boundary.size(), [&](Range range, std::size_t) {
    pass(fluid, around, viscosity_, force.data(), range);
  });
}

}  // namespace shoal
#endif  // HWY_ONCE
