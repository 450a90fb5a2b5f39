#include "shoal/sph/surface_tension.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/surface_tension.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// How a member of the band sees another.
struct BandPair {
  WideVec n_j;
  Wide along2;  // squared distance along the surface
  Wide share;   // |grad c| of the other, none where it belongs to the far side of a thin sheet
};

HWY_INLINE BandPair bandPair(const SurfaceBand& band, const WideVec& n_i, WideIndex j,
                             const WideVec& x_ij) {
  const WideVec n_j = gather(band.normal.data(), j);
  const Wide across = dot(n_i, x_ij);
  const Wide along2 = max(Wide(0), dot(x_ij, x_ij) - across * across);
  return {n_j, along2, gather(band.gradient.data(), j) * max(Wide(0), dot(n_i, n_j))};
}

void curvaturePass(const SurfaceBand& band, const Period& period, float alongReach, float volume,
                   float* curvature, float* across, Range range) {
  const int dimensions = band.reach().dimensions;
  const PairSpace space(band.reach(), period);
  const Biquadratic<float> kernel(band.reach().radius, dimensions);
  const Biquadratic<float> alongKernel(alongReach, dimensions - 1);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const WideVec n_i(band.normal[i]);
    Wide spread(0), distance(0), integral(0);
    forEachNeighbour(band.near.of(i), band.x[i], band.x.data(), space,
                     [&](WideIndex j, const WideVec& x_ij) HWY_ATTR {
                       const BandPair pair = bandPair(band, n_i, j, x_ij);
                       const Wide w = kernel.weight(sqrt(dot(x_ij, x_ij))) * pair.share;
                       spread = mulAdd(w, dot(pair.n_j - n_i, x_ij), spread);
                       distance = mulAdd(w, pair.along2, distance);
                       integral =
                           mulAdd(pair.share, alongKernel.weight(sqrt(pair.along2)), integral);
                     });
    const float base = sum(distance);
    curvature[i] = base > 0 ? static_cast<float>(dimensions - 1) * sum(spread) / base : 0;
    across[i] = volume * (band.gradient[i] * alongKernel.weight(0.0f) + sum(integral));
  }
}

void smoothingPass(const SurfaceBand& band, const Period& period, const float* rough, float* smooth,
                   Range range) {
  const PairSpace space(band.reach(), period);
  const Biquadratic<float> kernel(band.reach().radius, band.reach().dimensions);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const float self = kernel.weight(0.0f) * band.gradient[i];
    const WideVec n_i(band.normal[i]);
    Wide weights(0), curvatures(0);
    forEachNeighbour(band.near.of(i), band.x[i], band.x.data(), space,
                     [&](WideIndex j, const WideVec& x_ij) HWY_ATTR {
                       const Wide w = kernel.weight(sqrt(dot(x_ij, x_ij))) *
                                      bandPair(band, n_i, j, x_ij).share;
                       weights += w;
                       curvatures = mulAdd(w, gather(rough, j), curvatures);
                     });
    smooth[i] = (self * rough[i] + sum(curvatures)) / (self + sum(weights));
  }
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(curvaturePass);
HWY_EXPORT(smoothingPass);

namespace {

// Spacings along the surface over which the integral across the band is averaged: what a support of
// three still holds where the band is two spacings deep.
constexpr double kAlongReach = 2.2;
// Of 1 / spacing, per principal curvature: sharper than a drop of two spacings is not resolved.
constexpr float kSharpest = 0.5f;

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
  across_.resize(n);
  const auto curvatures = HWY_DYNAMIC_DISPATCH(curvaturePass);
  parallelChunks(n, [&](Range range, std::size_t) {
    curvatures(band_, around.period, alongReach, fluid.volume, rough_.data(), across_.data(),
               range);
  });
  parallelFor(n, [&](std::size_t k) { rough_[k] = std::clamp(rough_[k], -sharpest, sharpest); });
  const auto smoothing = HWY_DYNAMIC_DISPATCH(smoothingPass);
  parallelChunks(n, [&](Range range, std::size_t) {
    smoothing(band_, around.period, rough_.data(), smooth_.data(), range);
  });
  parallelFor(n, [&](std::size_t k) { smooth_[k] /= 1 + smooth_[k] * depth; });
}

void SurfaceTension::accelerate(FluidParticles& fluid, const FluidSurroundings& around, double) {
  band_.find(fluid, around);
  findCurvature(fluid, around);
  power_ = parallelSum(band_.size(), 0.0, [&](std::size_t k) {
    const std::size_t i = band_.particle[k];
    const float delta = band_.gradient[k] / across_[k];
    const Vec3f force = sigma_[fluid.phase[i]] * smooth_[k] * delta * band_.normal[k];
    fluid.a[i] += (1 / fluid.restDensity(i)) * force;
    return double(fluid.volume * dot(force, fluid.v[i]));
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
