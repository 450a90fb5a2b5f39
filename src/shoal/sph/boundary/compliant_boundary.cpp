#include "shoal/sph/boundary/compliant_boundary.h"

#include "shoal/sph/boundary/boundary_response.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/boundary/compliant_boundary.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

void impulsePass(const FluidParticles& fluid, const FluidSurroundings& around, const float* P,
                 const float* ofSamples, float dt, std::span<const std::uint32_t> samples,
                 Vec3f* impulses, Range range) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t k = range.begin; k < range.end; ++k) {
      const std::size_t b = samples[k];
      WideVecSum f;
      const Wide P_b(ofSamples ? ofSamples[b] : 0.0f);
      forEachNeighbour(
          around.near.fluidOfBoundary.of(b), boundary.x[b], fluid.x.data(), space,
          [&](WideIndex i, const WideVec& x_bi) SHOAL_TERM {
            const WideVec along = around.correction ? gather(around.correction, i) * x_bi : x_bi;
            f.add(i, (gather(P, i) + P_b) * kernel.slope(sqrt(dot(x_bi, x_bi))), along);
          });
      impulses[k] = (-dt * fluid.volume * boundary.volume[b]) * sum(f);
    }
  });
}

void subtractRatePass(const FluidParticles& fluid, const FluidSurroundings& around,
                      const Vec3f* changes, std::span<const std::uint32_t> touching, float* rate) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (const std::uint32_t i : touching) {
      WideSum ofBoundary;
      const WideSymmetric B_i(around.correction ? around.correction[i] : Symmetric3f::diagonal(1));
      forEachNeighbour(around.near.boundaryOfFluid.of(i), fluid.x[i], boundary.x.data(), space,
                       [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                         const Wide slope = gather(boundary.volume.data(), b) *
                                            kernel.slope(sqrt(dot(x_ib, x_ib)));
                         const WideVec along = around.correction ? B_i * x_ib : x_ib;
                         ofBoundary.add(b, slope, dot(along, gather(changes, b)));
                       });
      rate[i] -= sum(ofBoundary);
    }
  });
}

void diagonalPass(const FluidParticles& fluid, const FluidSurroundings& around,
                  std::span<const std::uint32_t> touching, float* diagonal, Range range) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t k = range.begin; k < range.end; ++k) {
      const std::size_t i = touching[k];
      WideSum squares;
      const WideSymmetric B_i(around.correction ? around.correction[i] : Symmetric3f::diagonal(1));
      forEachNeighbour(
          around.near.boundaryOfFluid.of(i), fluid.x[i], boundary.x.data(), space,
          [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
            const Wide r2 = dot(x_ib, x_ib);
            const Wide slope = gather(boundary.volume.data(), b) * kernel.slope(sqrt(r2));
            const WideVec along = around.correction ? B_i * x_ib : x_ib;
            squares.add(b, gather(boundary.mobility.data(), b) * slope * slope, dot(along, along));
          });
      diagonal[i] += fluid.volume * sum(squares);
    }
  });
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(impulsePass);
HWY_EXPORT(subtractRatePass);
HWY_EXPORT(diagonalPass);

void CompliantBoundary::build(const FluidParticles& fluid, const FluidSurroundings& around) {
  samples_.clear();
  sampleCount_ = around.boundary.size();
  if (!around.response) return;
  for (std::uint32_t b = 0; b < sampleCount_; ++b)
    if (around.boundary.mobility[b] > 0 && !around.near.fluidOfBoundary.of(b).empty())
      samples_.push_back(b);
  near_.find(samples_, around.near.fluidOfBoundary, fluid.size());
  impulses_.resize(samples_.size());
  responses_.resize(samples_.size());
}

void CompliantBoundary::respond(const FluidParticles& fluid, const FluidSurroundings& around,
                                const float* P, std::span<const float> ofSamples, float dt,
                                Changes& changes) {
  const auto pass = HWY_DYNAMIC_DISPATCH(impulsePass);
  parallelChunks(samples_.size(), [&](Range range, std::size_t) {
    pass(fluid, around, P, ofSamples.empty() ? nullptr : ofSamples.data(), dt, samples_,
         impulses_.data(), range);
  });
  around.response->respond(samples_, impulses_, responses_);
  for (std::size_t k = 0; k < samples_.size(); ++k) changes[samples_[k]] = responses_[k];
}

void CompliantBoundary::subtractRate(const FluidParticles& fluid, const FluidSurroundings& around,
                                     const Changes& changes, float* rate, Range chunk) const {
  HWY_DYNAMIC_DISPATCH(subtractRatePass)
  (fluid, around, changes.data(), near_.within(chunk), rate);
}

void CompliantBoundary::addToDiagonal(const FluidParticles& fluid, const FluidSurroundings& around,
                                      std::span<float> diagonal) const {
  const auto pass = HWY_DYNAMIC_DISPATCH(diagonalPass);
  parallelChunks(near_.all().size(), [&](Range range, std::size_t) {
    pass(fluid, around, near_.all(), diagonal.data(), range);
  });
}

void CompliantBoundary::add(const Changes& b, float share, Changes& a) const {
  for (const std::uint32_t k : samples_) a[k] += share * b[k];
}

}  // namespace shoal
#endif  // HWY_ONCE
