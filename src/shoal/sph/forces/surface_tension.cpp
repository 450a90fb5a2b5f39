#include "shoal/sph/forces/surface_tension.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/sph/forces/closed_surfaces.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/forces/surface_tension.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// Geometry of a pair of members of the band.
struct BandPair {
  WideVec n_j;
  Wide along2;  // squared distance along the surface
  Wide alike;   // 1 where normals agree, 0 where the other is on the far side of a thin sheet, and
                // for empty lanes, which may be near along the surface
};

HWY_INLINE BandPair bandPair(const SurfaceBand& band, const WideVec& n_i, WideIndex j,
                             const WideVec& x_ij) {
  const WideVec n_j = gather(band.normal.data(), j);
  const Wide across = dot(n_i, x_ij), r2 = dot(x_ij, x_ij);
  const Wide along2 = max(Wide(0), r2 - across * across);
  const Wide reach2(sq(band.reach().radius));
  return {n_j, along2, select(r2 < reach2, max(Wide(0), dot(n_i, n_j)), Wide(0))};
}

// The curvature at each member, and |grad c| divided by its integral across the band.
void curvaturePass(const SurfaceBand& band, const Period& period, float alongReach, float volume,
                   float* curvature, float* delta, Range range) {
  const int dimensions = band.reach().dimensions;
  const PairSpace space(band.reach(), period);
  const Biquadratic<float> kernel(band.reach().radius, dimensions);
  const Biquadratic<float> alongKernel(alongReach, dimensions - 1);
  const auto leastAcross = static_cast<float>(band.fit().across);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const WideVec n_i(band.normal[i]);
    WideSum spread, distance, across;
    forEachNeighbour(band.near.of(i), band.x[i], band.x.data(), space,
                     [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                       const BandPair pair = bandPair(band, n_i, j, x_ij);
                       const Wide share = pair.alike * gather(band.weight.data(), j);
                       const Wide w = kernel.weight(sqrt(dot(x_ij, x_ij))) * share;
                       spread.add(j, w, dot(pair.n_j - n_i, x_ij));
                       distance.add(j, w, pair.along2);
                       across.add(j, share, alongKernel.weight(sqrt(pair.along2)));
                     });
    const float base = sum(distance), self = band.weight[i] * alongKernel.weight(0.0f);
    curvature[i] = base > 0 ? static_cast<float>(dimensions - 1) * sum(spread) / base : 0;
    // Where the surface ends, at a wall or a sharp edge, the sums see only a part of it.
    const float integral = std::max(volume * (self + sum(across)), leastAcross);
    delta[i] = band.weight[i] / integral;
  }
}

// Averages the curvature, and integrates the delta across the band once more.
void smoothingPass(const SurfaceBand& band, const Period& period, float alongReach, float volume,
                   const float* rough, const float* delta, float* smooth, float* integral,
                   Range range) {
  const int dimensions = band.reach().dimensions;
  const PairSpace space(band.reach(), period);
  const Biquadratic<float> kernel(band.reach().radius, dimensions);
  const Biquadratic<float> alongKernel(alongReach, dimensions - 1);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const float self = kernel.weight(0.0f) * band.weight[i];
    const WideVec n_i(band.normal[i]);
    WideSum weights, curvatures, across;
    forEachNeighbour(band.near.of(i), band.x[i], band.x.data(), space,
                     [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                       const BandPair pair = bandPair(band, n_i, j, x_ij);
                       const Wide share = pair.alike * gather(band.weight.data(), j);
                       const Wide w = kernel.weight(sqrt(dot(x_ij, x_ij))) * share;
                       weights.add(j, w);
                       curvatures.add(j, w, gather(rough, j));
                       const Wide along = alongKernel.weight(sqrt(pair.along2));
                       across.add(j, pair.alike * gather(delta, j), along);
                     });
    smooth[i] = (self * rough[i] + sum(curvatures)) / (self + sum(weights));
    integral[i] = volume * (delta[i] * alongKernel.weight(0.0f) + sum(across));
  }
}

// Viscous forces between members of the band with viscosity mu, [Mon05] section 4: along the line
// between two particles, against their relative motion.
void dampingPass(const SurfaceBand& band, const Period& period, const Vec3f* v, const float* mu,
                 float volume, Vec3f* force, Range range) {
  const int dimensions = band.reach().dimensions;
  const PairSpace space(band.reach(), period);
  const Biquadratic<float> kernel(band.reach().radius, dimensions);
  const Wide softening(0.01f * sq(band.reach().radius));
  const auto perPair = static_cast<float>(dimensions + 2) * sq(volume);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const WideVec v_i(v[i]);
    const Wide mu_i(mu[i]);
    WideVecSum f;
    forEachNeighbour(band.near.of(i), band.x[i], band.x.data(), space,
                     [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                       const Wide r2 = dot(x_ij, x_ij);
                       const Wide rate = dot(v_i - gather(v, j), x_ij) / (r2 + softening);
                       f.add(j, (mu_i + gather(mu, j)) * rate * kernel.slope(sqrt(r2)), x_ij);
                     });
    force[i] += perPair * sum(f);
  }
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(curvaturePass);
HWY_EXPORT(smoothingPass);
HWY_EXPORT(dampingPass);

namespace {

// Spacings along the surface over which the integral across the band is averaged: what a support of
// three still holds where the band is two spacings deep.
constexpr double kAlongReach = 2.2;
// Of 1 / spacing, per principal curvature: sharper than a drop of two spacings is not resolved.
constexpr float kSharpest = 0.5f;

// The integral of delta, one once corrected, falls no lower where the surface goes on.
constexpr float kLeastIntegral = 0.9f;
// Of sqrt(sigma rho spacing): viscosity of the band. It damps ripples of a few spacings and hardly
// affects longer waves.
constexpr double kDamping = 0.5;

}  // namespace

SurfaceTension::SurfaceTension(std::vector<float> sigma, const KernelChoice& kernel, double spacing,
                               const Period& period)
    : sigma_(std::move(sigma)), spacing_(spacing), band_(kernel, spacing, period) {}

void SurfaceTension::findCurvature(const FluidParticles& fluid, const FluidSurroundings& around) {
  const std::size_t n = band_.size();
  const auto principal = static_cast<float>(around.kernel.dimensions - 1);
  const auto sharpest = principal * kSharpest / static_cast<float>(spacing_);
  const auto alongReach = static_cast<float>(kAlongReach * spacing_);
  const auto depth = static_cast<float>(band_.fit().depth) / principal;
  rough_.resize(n);
  smooth_.resize(n);
  delta_.resize(n);
  integral_.resize(n);
  const auto curvatures = HWY_DYNAMIC_DISPATCH(curvaturePass);
  parallelChunks(n, [&](Range range, std::size_t) {
    curvatures(band_, around.period, alongReach, fluid.volume, rough_.data(), delta_.data(), range);
  });
  parallelFor(n, [&](std::size_t k) { rough_[k] = std::clamp(rough_[k], -sharpest, sharpest); });
  const auto smoothing = HWY_DYNAMIC_DISPATCH(smoothingPass);
  parallelChunks(n, [&](Range range, std::size_t) {
    smoothing(band_, around.period, alongReach, fluid.volume, rough_.data(), delta_.data(),
              smooth_.data(), integral_.data(), range);
  });
  parallelFor(n, [&](std::size_t k) {
    smooth_[k] /= 1 + smooth_[k] * depth;
    delta_[k] /= std::clamp(integral_[k], kLeastIntegral, 1.0f);
  });
}

void SurfaceTension::accelerate(FluidParticles& fluid, const FluidSurroundings& around, double) {
  band_.find(fluid, around);
  findCurvature(fluid, around);
  const std::size_t n = band_.size();
  force_.resize(n);
  parallelFor(n, [&](std::size_t k) {
    const float sigma = sigma_[fluid.phase[band_.particle[k]]];
    force_[k] = fluid.volume * sigma * smooth_[k] * delta_[k] * band_.normal[k];
  });
  balanceClosedSurfaces(band_, around.period.any(), force_);
  dampRipples(fluid, around);
  power_ = parallelSum(n, 0.0, [&](std::size_t k) {
    const std::size_t i = band_.particle[k];
    fluid.a[i] += (1 / fluid.mass(i)) * force_[k];
    return double(dot(force_[k], fluid.v[i]));
  });
}

void SurfaceTension::dampRipples(const FluidParticles& fluid, const FluidSurroundings& around) {
  velocity_.resize(band_.size());
  viscosity_.resize(band_.size());
  parallelFor(band_.size(), [&](std::size_t k) {
    const std::size_t i = band_.particle[k];
    const double sigma = double(sigma_[fluid.phase[i]]), rho = double(fluid.restDensity(i));
    velocity_[k] = fluid.v[i];
    viscosity_[k] = static_cast<float>(kDamping * std::sqrt(sigma * rho * spacing_));
  });
  const auto pass = HWY_DYNAMIC_DISPATCH(dampingPass);
  parallelChunks(band_.size(), [&](Range range, std::size_t) {
    pass(band_, around.period, velocity_.data(), viscosity_.data(), fluid.volume, force_.data(),
         range);
  });
}

double SurfaceTension::longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                                   const StepLimits&) const {
  double longest = std::numeric_limits<double>::infinity();
  const double h = double(around.kernel.radius) / 2;
  for (std::size_t phase = 0; phase < sigma_.size(); ++phase)
    if (sigma_[phase] > 0)
      longest = std::min(longest, 0.25 * std::sqrt(double(fluid.phases.density[phase]) * cube(h) /
                                                   (2 * std::numbers::pi * double(sigma_[phase]))));
  return longest;
}

}  // namespace shoal
#endif  // HWY_ONCE
