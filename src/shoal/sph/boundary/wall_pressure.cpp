#include "shoal/sph/boundary/wall_pressure.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/boundary/wall_pressure.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

void weightsPass(const FluidParticles& fluid, const FluidSurroundings& around,
                 std::span<const std::uint32_t> samples, float* perWeight) {
  const PairSpace space(around.kernel, around.period);
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (const std::uint32_t b : samples) {
      WideSum weights;
      forEachNeighbour(around.near.fluidOfBoundary.of(b), around.boundary.x[b], fluid.x.data(),
                       space, [&](WideIndex i, const WideVec& x_bi) SHOAL_TERM {
                         weights.add(i, kernel.weight(sqrt(dot(x_bi, x_bi))));
                       });
      const float total = sum(weights);
      perWeight[b] = total > 0 ? 1 / total : 0;
    }
  });
}

void wallDiagonalPass(const FluidParticles& fluid, const FluidSurroundings& around,
                      std::span<const std::uint32_t> touching, const float* perWeight,
                      const Vec3f* own, float* diagonal) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (const std::uint32_t i : touching) {
      WideVecSum gradient;
      forEachNeighbour(around.near.boundaryOfFluid.of(i), fluid.x[i], boundary.x.data(), space,
                       [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                         const Wide r = sqrt(dot(x_ib, x_ib));
                         const Wide share = gather(perWeight, b) * kernel.weight(r);
                         gradient.add(
                             b, gather(boundary.volume.data(), b) * kernel.slope(r) * share, x_ib);
                       });
      Vec3f byWalls = sum(gradient);
      if (around.correction) byWalls = around.correction[i] * byWalls;
      diagonal[i] += dot(byWalls, byWalls + 2.0f * own[i]) / fluid.restDensity(i);
    }
  });
}

void extrapolatePass(const FluidParticles& fluid, const FluidSurroundings& around,
                     std::span<const std::uint32_t> samples, const float* perWeight, const float* P,
                     float* ofSamples) {
  const PairSpace space(around.kernel, around.period);
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (const std::uint32_t b : samples) {
      WideSum weighted;
      forEachNeighbour(around.near.fluidOfBoundary.of(b), around.boundary.x[b], fluid.x.data(),
                       space, [&](WideIndex i, const WideVec& x_bi) SHOAL_TERM {
                         weighted.add(i, gather(P, i), kernel.weight(sqrt(dot(x_bi, x_bi))));
                       });
      ofSamples[b] = perWeight[b] * sum(weighted);
    }
  });
}

void hydrostaticPass(const FluidParticles& fluid, const FluidSurroundings& around,
                     std::span<const std::uint32_t> samples, const float* perWeight, const float* P,
                     const Vec3f* a, float most, float* ofSamples) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  const float* density = fluid.phases.density.data();
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (const std::uint32_t b : samples) {
      const WideVec a_b(boundary.mobility[b] > 0 ? Vec3f{} : boundary.ownAcceleration[b]);
      WideSum pressure, weight;
      forEachNeighbour(around.near.fluidOfBoundary.of(b), boundary.x[b], fluid.x.data(), space,
                       [&](WideIndex i, const WideVec& x_bi) SHOAL_TERM {
                         const Wide W = kernel.weight(sqrt(dot(x_bi, x_bi)));
                         const Wide rho0 = gather(density, gather(fluid.phase.data(), i));
                         pressure.add(i, gather(P, i), W);
                         const WideVec g = gather(a, i) - a_b;
                         const Wide share = Wide(most) / max(Wide(most), sqrt(dot(g, g)));
                         weight.add(i, rho0 * W * share, dot(g, x_bi));
                       });
      ofSamples[b] = perWeight[b] * std::max(sum(weight), -sum(pressure));
    }
  });
}

void wallAccelerationPass(const FluidParticles& fluid, const FluidSurroundings& around,
                          std::span<const std::uint32_t> touching, const float* pressures, float dt,
                          Vec3f* u) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (const std::uint32_t i : touching) {
      WideVecSum gradient;
      forEachNeighbour(around.near.boundaryOfFluid.of(i), fluid.x[i], boundary.x.data(), space,
                       [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                         const Wide slope = gather(boundary.volume.data(), b) *
                                            kernel.slope(sqrt(dot(x_ib, x_ib)));
                         gradient.add(b, gather(pressures, b) * slope, x_ib);
                       });
      Vec3f byWalls = sum(gradient);
      if (around.correction) byWalls = around.correction[i] * byWalls;
      u[i] -= (dt / fluid.restDensity(i)) * byWalls;
    }
  });
}

void sampleRatesPass(const FluidParticles& fluid, const FluidSurroundings& around,
                     std::span<const std::uint32_t> samples, const Vec3f* u, bool moving,
                     const Vec3f* changes, float* ofSamples) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (const std::uint32_t b : samples) {
      Vec3f own = moving ? boundary.v[b] : Vec3f{};
      if (changes) own += changes[b];
      const WideVec u_b(own);
      WideSum rate;
      forEachNeighbour(
          around.near.fluidOfBoundary.of(b), boundary.x[b], fluid.x.data(), space,
          [&](WideIndex i, const WideVec& x_bi) SHOAL_TERM {
            const WideVec along = around.correction ? gather(around.correction, i) * x_bi : x_bi;
            rate.add(i, kernel.slope(sqrt(dot(x_bi, x_bi))), dot(along, u_b - gather(u, i)));
          });
      ofSamples[b] = fluid.volume * sum(rate);
    }
  });
}

void addWallRatesPass(const FluidParticles& fluid, const FluidSurroundings& around,
                      std::span<const std::uint32_t> touching, const float* perWeight,
                      const float* ofSamples, float* rate) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (const std::uint32_t i : touching) {
      WideSum shares;
      forEachNeighbour(around.near.boundaryOfFluid.of(i), fluid.x[i], boundary.x.data(), space,
                       [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                         const Wide share = gather(boundary.volume.data(), b) *
                                            gather(perWeight, b) *
                                            kernel.weight(sqrt(dot(x_ib, x_ib)));
                         shares.add(b, share, gather(ofSamples, b));
                       });
      rate[i] += sum(shares) / fluid.volume;
    }
  });
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(weightsPass);
HWY_EXPORT(wallDiagonalPass);
HWY_EXPORT(extrapolatePass);
HWY_EXPORT(hydrostaticPass);
HWY_EXPORT(wallAccelerationPass);
HWY_EXPORT(sampleRatesPass);
HWY_EXPORT(addWallRatesPass);

void WallPressure::build(const FluidParticles& fluid, const FluidSurroundings& around) {
  const BoundarySamples& boundary = around.boundary;
  samples_.clear();
  for (std::uint32_t b = 0; b < boundary.size(); ++b)
    if (boundary.layer[b] > 0 && boundary.volume[b] > 0 &&
        !around.near.fluidOfBoundary.of(b).empty())
      samples_.push_back(b);
  if (samples_.empty()) return;
  near_.find(samples_, around.near.fluidOfBoundary, fluid.size());
  perWeight_.assign(boundary.size(), 0);
  const auto pass = HWY_DYNAMIC_DISPATCH(weightsPass);
  parallelChunks(samples_.size(), [&](Range range, std::size_t) {
    pass(fluid, around, std::span(samples_).subspan(range.begin, range.end - range.begin),
         perWeight_.data());
  });
}

void WallPressure::addToDiagonal(const FluidParticles& fluid, const FluidSurroundings& around,
                                 std::span<const Vec3f> own, std::span<float> diagonal) const {
  const auto pass = HWY_DYNAMIC_DISPATCH(wallDiagonalPass);
  parallelChunks(near_.all().size(), [&](Range range, std::size_t) {
    pass(fluid, around, near_.all().subspan(range.begin, range.end - range.begin),
         perWeight_.data(), own.data(), diagonal.data());
  });
}

void WallPressure::extrapolate(const FluidParticles& fluid, const FluidSurroundings& around,
                               const float* P, BySample& ofSamples) const {
  ofSamples.assign(any() ? around.boundary.size() : 0, 0);
  const auto pass = HWY_DYNAMIC_DISPATCH(extrapolatePass);
  parallelChunks(samples_.size(), [&](Range range, std::size_t) {
    pass(fluid, around, std::span(samples_).subspan(range.begin, range.end - range.begin),
         perWeight_.data(), P, ofSamples.data());
  });
}

void WallPressure::weights(const FluidParticles& fluid, const FluidSurroundings& around,
                           const float* P, const Vec3f* a, float most, BySample& ofSamples) const {
  ofSamples.assign(any() ? around.boundary.size() : 0, 0);
  const auto pass = HWY_DYNAMIC_DISPATCH(hydrostaticPass);
  parallelChunks(samples_.size(), [&](Range range, std::size_t) {
    pass(fluid, around, std::span(samples_).subspan(range.begin, range.end - range.begin),
         perWeight_.data(), P, a, most, ofSamples.data());
  });
}

WallPressure::BySample WallPressure::ofSamples(const FluidParticles& fluid,
                                               const FluidSurroundings& around,
                                               std::span<const float> P) const {
  BySample pressures;
  if (any()) extrapolate(fluid, around, P.data(), pressures);
  return pressures;
}

void WallPressure::accelerate(const FluidParticles& fluid, const FluidSurroundings& around,
                              const BySample& pressures, float dt, Vec3f* u, Range chunk) const {
  HWY_DYNAMIC_DISPATCH(wallAccelerationPass)
  (fluid, around, near_.within(chunk), pressures.data(), dt, u);
}

void WallPressure::rates(const FluidParticles& fluid, const FluidSurroundings& around,
                         const Vec3f* u, bool moving, std::span<const Vec3f> changes,
                         BySample& ofSamples) const {
  ofSamples.assign(any() ? around.boundary.size() : 0, 0);
  const auto pass = HWY_DYNAMIC_DISPATCH(sampleRatesPass);
  parallelChunks(samples_.size(), [&](Range range, std::size_t) {
    pass(fluid, around, std::span(samples_).subspan(range.begin, range.end - range.begin), u,
         moving, changes.empty() ? nullptr : changes.data(), ofSamples.data());
  });
}

void WallPressure::addRates(const FluidParticles& fluid, const FluidSurroundings& around,
                            const BySample& ofSamples, float* rate, Range chunk) const {
  HWY_DYNAMIC_DISPATCH(addWallRatesPass)
  (fluid, around, near_.within(chunk), perWeight_.data(), ofSamples.data(), rate);
}

}  // namespace shoal
#endif  // HWY_ONCE
