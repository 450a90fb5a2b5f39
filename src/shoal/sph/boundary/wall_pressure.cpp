#include "shoal/sph/boundary/wall_pressure.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/boundary/wall_pressure.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// What is kept of the n pairs of a list: a weight, and x, y and z of a gradient, n of each.
template <class Number>
struct KeptList {
  Number* weight;
  Number* gradient[3];

  HWY_INLINE KeptList(Number* numbers, std::size_t begin, std::size_t n)
      : weight(numbers + 4 * begin), gradient{weight + n, weight + 2 * n, weight + 3 * n} {}
};
using KeptTo = KeptList<float>;
using KeptOf = KeptList<const float>;

HWY_INLINE void storeListed(Wide a, std::size_t n, float* to) {
  hn::BlendedStore(a.v, hn::FirstN(FloatTag{}, n), FloatTag{}, to);
}

HWY_INLINE void store(WideIndex j, std::size_t n, Wide weight, const WideVec& gradient,
                      const KeptTo& to) {
  const std::size_t k = j.entry, left = n - k;
  storeListed(weight, left, to.weight + k);
  storeListed(gradient.x, left, to.gradient[0] + k);
  storeListed(gradient.y, left, to.gradient[1] + k);
  storeListed(gradient.z, left, to.gradient[2] + k);
}

// Calls term(j, load) for the pairs of a list; load(values) are the lanes of n values, with zeros
// beyond the last.
template <class Term>
HWY_INLINE void forEachKept(const NeighbourList::Entries& list, Term&& term) {
  const WideEntries entries(list);
  forEachGroup(list.size(), [&](std::size_t k, std::size_t group) SHOAL_TERM {
    const auto listed = hn::FirstN(FloatTag{}, list.size() - k);
    const auto load = [&](const float* values) HWY_ATTR {
      return Wide(hn::IfThenElseZero(listed, hn::LoadU(FloatTag{}, values + k)));
    };
    term(entries.from(k, group, k), load);
  });
}

// W_bi, grad W_bi with the correction of i, and 1 / sum_k W_bk.
void keepOfSamplesPass(const FluidParticles& fluid, const FluidSurroundings& around,
                       std::span<const std::uint32_t> samples, Range range, WallPairs& kept,
                       float* perWeight) {
  const PairSpace space(around.kernel, around.period);
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t s = range.begin; s < range.end; ++s) {
      const std::uint32_t b = samples[s];
      const auto list = around.near.fluidOfBoundary.of(b);
      const KeptTo to(kept.numbers.data(), kept.begin[s], list.size());
      WideSum weights;
      forEachNeighbour(list, around.boundary.x[b], fluid.x.data(), space,
                       [&](WideIndex i, const WideVec& x_bi) SHOAL_TERM {
                         const Wide r = sqrt(dot(x_bi, x_bi));
                         const Wide W = kernel.weight(r);
                         const WideVec along =
                             around.correction ? gather(around.correction, i) * x_bi : x_bi;
                         store(i, list.size(), W, kernel.slope(r) * along, to);
                         weights.add(i, W);
                       });
      const float total = sum(weights);
      perWeight[b] = total > 0 ? 1 / total : 0;
    }
  });
}

// c_bi and V_b grad W_ib.
void keepOfParticlesPass(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<const std::uint32_t> touching, Range range,
                         const float* perWeight, WallPairs& kept) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t t = range.begin; t < range.end; ++t) {
      const std::uint32_t i = touching[t];
      const auto list = around.near.boundaryOfFluid.of(i);
      const KeptTo to(kept.numbers.data(), kept.begin[t], list.size());
      forEachNeighbour(
          list, fluid.x[i], boundary.x.data(), space,
          [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
            const Wide r = sqrt(dot(x_ib, x_ib));
            const WideVec gradient = (gather(boundary.volume.data(), b) * kernel.slope(r)) * x_ib;
            store(b, list.size(), gather(perWeight, b) * kernel.weight(r), gradient, to);
          });
    }
  });
}

// The sum of weight(b) grad W_ib over the samples of a list.
template <class Weight>
HWY_INLINE Vec3f sumOfGradients(const NeighbourList::Entries& list, const KeptOf& kept,
                                Weight&& weight) {
  WideVecSum gradient;
  forEachKept(list, [&](WideIndex b, const auto& load) SHOAL_TERM {
    gradient.add(b, weight(b, load),
                 WideVec{load(kept.gradient[0]), load(kept.gradient[1]), load(kept.gradient[2])});
  });
  return sum(gradient);
}

void wallDiagonalPass(const FluidParticles& fluid, const FluidSurroundings& around,
                      std::span<const std::uint32_t> touching, Range range, const WallPairs& kept,
                      const Vec3f* own, float* diagonal) {
  for (std::size_t t = range.begin; t < range.end; ++t) {
    const std::uint32_t i = touching[t];
    const auto list = around.near.boundaryOfFluid.of(i);
    const KeptOf of(kept.numbers.data(), kept.begin[t], list.size());
    Vec3f byWalls = sumOfGradients(
        list, of, [&](WideIndex, const auto& load) SHOAL_TERM { return load(of.weight); });
    if (around.correction) byWalls = around.correction[i] * byWalls;
    diagonal[i] += dot(byWalls, byWalls + 2.0f * own[i]) / fluid.restDensity(i);
  }
}

void extrapolatePass(const FluidSurroundings& around, std::span<const std::uint32_t> samples,
                     Range range, const WallPairs& kept, const float* perWeight, const float* P,
                     float* ofSamples) {
  for (std::size_t s = range.begin; s < range.end; ++s) {
    const std::uint32_t b = samples[s];
    const auto list = around.near.fluidOfBoundary.of(b);
    const KeptOf of(kept.numbers.data(), kept.begin[s], list.size());
    WideSum weighted;
    forEachKept(list, [&](WideIndex i, const auto& load)
                          SHOAL_TERM { weighted.add(i, gather(P, i), load(of.weight)); });
    ofSamples[b] = perWeight[b] * sum(weighted);
  }
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
                          std::span<const std::uint32_t> touching, Range range,
                          const WallPairs& kept, const float* pressures, float dt, Vec3f* u) {
  for (std::size_t t = range.begin; t < range.end; ++t) {
    const std::uint32_t i = touching[t];
    const auto list = around.near.boundaryOfFluid.of(i);
    const KeptOf of(kept.numbers.data(), kept.begin[t], list.size());
    Vec3f byWalls = sumOfGradients(
        list, of, [&](WideIndex b, const auto&) SHOAL_TERM { return gather(pressures, b); });
    if (around.correction) byWalls = around.correction[i] * byWalls;
    u[i] -= (dt / fluid.restDensity(i)) * byWalls;
  }
}

void sampleRatesPass(const FluidSurroundings& around, std::span<const std::uint32_t> samples,
                     Range range, const WallPairs& kept, const Vec3f* u, bool moving,
                     const Vec3f* changes, float* ofSamples) {
  const BoundarySamples& boundary = around.boundary;
  for (std::size_t s = range.begin; s < range.end; ++s) {
    const std::uint32_t b = samples[s];
    const auto list = around.near.fluidOfBoundary.of(b);
    const KeptOf of(kept.numbers.data(), kept.begin[s], list.size());
    Vec3f own = moving ? boundary.v[b] : Vec3f{};
    if (changes) own += changes[b];
    const WideVec u_b(own);
    WideSum rate;
    forEachKept(list, [&](WideIndex i, const auto& load) SHOAL_TERM {
      const WideVec g{load(of.gradient[0]), load(of.gradient[1]), load(of.gradient[2])};
      rate.add(i, dot(g, u_b - gather(u, i)));
    });
    ofSamples[b] = boundary.volume[b] * sum(rate);
  }
}

void addWallRatesPass(const FluidSurroundings& around, std::span<const std::uint32_t> touching,
                      Range range, const WallPairs& kept, const float* ofSamples, float* rate) {
  for (std::size_t t = range.begin; t < range.end; ++t) {
    const std::uint32_t i = touching[t];
    const auto list = around.near.boundaryOfFluid.of(i);
    const KeptOf of(kept.numbers.data(), kept.begin[t], list.size());
    WideSum shares;
    forEachKept(list, [&](WideIndex b, const auto& load)
                          SHOAL_TERM { shares.add(b, load(of.weight), gather(ofSamples, b)); });
    rate[i] += sum(shares);
  }
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(keepOfSamplesPass);
HWY_EXPORT(keepOfParticlesPass);
HWY_EXPORT(wallDiagonalPass);
HWY_EXPORT(extrapolatePass);
HWY_EXPORT(hydrostaticPass);
HWY_EXPORT(wallAccelerationPass);
HWY_EXPORT(sampleRatesPass);
HWY_EXPORT(addWallRatesPass);

namespace {

// Makes room for the pairs of the lists of `those`, and for one wide load beyond the last.
void makeRoom(WallPairs& kept, std::span<const std::uint32_t> those, const NeighbourList& lists) {
  constexpr std::size_t kBeyond = 16;
  kept.begin.resize(those.size());
  std::size_t pairs = 0;
  for (std::size_t k = 0; k < those.size(); ++k) {
    kept.begin[k] = pairs;
    pairs += lists.of(those[k]).size();
  }
  kept.numbers.resize(4 * pairs + kBeyond);
}

}  // namespace

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
  makeRoom(ofSamples_, samples_, around.near.fluidOfBoundary);
  makeRoom(ofParticles_, near_.all(), around.near.boundaryOfFluid);
  const auto ofSamples = HWY_DYNAMIC_DISPATCH(keepOfSamplesPass);
  parallelChunks(samples_.size(), [&](Range range, std::size_t) {
    ofSamples(fluid, around, samples_, range, ofSamples_, perWeight_.data());
  });
  const auto ofParticles = HWY_DYNAMIC_DISPATCH(keepOfParticlesPass);
  parallelChunks(near_.all().size(), [&](Range range, std::size_t) {
    ofParticles(fluid, around, near_.all(), range, perWeight_.data(), ofParticles_);
  });
}

void WallPressure::addToDiagonal(const FluidParticles& fluid, const FluidSurroundings& around,
                                 std::span<const Vec3f> own, std::span<float> diagonal) const {
  const auto pass = HWY_DYNAMIC_DISPATCH(wallDiagonalPass);
  parallelChunks(near_.all().size(), [&](Range range, std::size_t) {
    pass(fluid, around, near_.all(), range, ofParticles_, own.data(), diagonal.data());
  });
}

void WallPressure::extrapolate(const FluidSurroundings& around, const float* P,
                               BySample& ofSamples) const {
  ofSamples.assign(any() ? around.boundary.size() : 0, 0);
  const auto pass = HWY_DYNAMIC_DISPATCH(extrapolatePass);
  parallelChunks(samples_.size(), [&](Range range, std::size_t) {
    pass(around, samples_, range, ofSamples_, perWeight_.data(), P, ofSamples.data());
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

WallPressure::BySample WallPressure::ofSamples(const FluidSurroundings& around,
                                               std::span<const float> P) const {
  BySample pressures;
  if (any()) extrapolate(around, P.data(), pressures);
  return pressures;
}

void WallPressure::accelerate(const FluidParticles& fluid, const FluidSurroundings& around,
                              const BySample& pressures, float dt, Vec3f* u, Range chunk) const {
  HWY_DYNAMIC_DISPATCH(wallAccelerationPass)
  (fluid, around, near_.all(), near_.numbersWithin(chunk), ofParticles_, pressures.data(), dt, u);
}

void WallPressure::rates(const FluidSurroundings& around, const Vec3f* u, bool moving,
                         std::span<const Vec3f> changes, BySample& ofSamples) const {
  ofSamples.assign(any() ? around.boundary.size() : 0, 0);
  const auto pass = HWY_DYNAMIC_DISPATCH(sampleRatesPass);
  parallelChunks(samples_.size(), [&](Range range, std::size_t) {
    pass(around, samples_, range, ofSamples_, u, moving, changes.empty() ? nullptr : changes.data(),
         ofSamples.data());
  });
}

void WallPressure::addRates(const FluidSurroundings& around, const BySample& ofSamples, float* rate,
                            Range chunk) const {
  HWY_DYNAMIC_DISPATCH(addWallRatesPass)
  (around, near_.all(), near_.numbersWithin(chunk), ofParticles_, ofSamples.data(), rate);
}

}  // namespace shoal
#endif  // HWY_ONCE
