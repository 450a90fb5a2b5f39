#include "shoal/sph/solvers/pressure_system.h"

#include <cmath>
#include <cstring>

#include "shoal/core/half.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/solvers/pressure_system.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/portable.h"
#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

using HalfTag = hn::Rebind<hwy::float16_t, FloatTag>;

HWY_INLINE Wide loadHalf(const hwy::float16_t* from) {
#if HWY_TARGET == HWY_SCALAR
  return Wide(floatOfHalf(from->bits));
#else
  return Wide(hn::PromoteTo(FloatTag{}, hn::LoadU(HalfTag{}, from)));
#endif
}

// Stores the rounded numbers and returns them.
HWY_INLINE Wide storeHalf(Wide a, hwy::float16_t* to) {
#if HWY_TARGET == HWY_SCALAR
  to->bits = halfOfFloat(a.v.raw);
  return Wide(floatOfHalf(to->bits));
#else
  const auto rounded = hn::DemoteTo(HalfTag{}, a.v);
  hn::StoreU(rounded, HalfTag{}, to);
  return Wide(hn::PromoteTo(FloatTag{}, rounded));
#endif
}

// Where the gradients of a list are written: see PressureSystem::Gradients. The sums of a pass
// visit its entries group by group, and wide stores overlap what follows; so the last few are
// collected apart and moved when all are known: x, y and z in turn, each over what the one before
// wrote too much, as does the next list.
class KeptGradients {
 public:
  HWY_INLINE KeptGradients(hwy::float16_t* begin, std::size_t neighbours)
      : begin_(begin), whole_(neighbours / kSumLanes * kSumLanes), rest_(neighbours - whole_) {}

  // Keeps the gradients of the neighbours j; returns them as they were rounded.
  HWY_INLINE WideVec keep(WideIndex j, const WideVec& g) {
    const std::size_t lane = j.entry % kSumLanes;
    hwy::float16_t* to = (j.entry < whole_ ? begin_ + 3 * (j.entry - lane) : last_) + lane;
    return {storeHalf(g.x, to), storeHalf(g.y, to + kSumLanes), storeHalf(g.z, to + 2 * kSumLanes)};
  }

  // Returns where the next list begins.
  HWY_INLINE hwy::float16_t* finish() {
    hwy::float16_t* to = begin_ + 3 * whole_;
    if (rest_ == 0) return to;
    // As they were stored: a wider load would wait until both stores have reached the cache.
    for (std::size_t axis = 0; axis < 3; ++axis, to += rest_)
      for (std::size_t lane = 0; lane < kSumLanes; lane += kLanes)
        std::memcpy(to + lane, last_ + axis * kSumLanes + lane, kLanes * sizeof(*to));
    return to;
  }

 private:
  hwy::float16_t* begin_;
  std::size_t whole_, rest_;
  hwy::float16_t last_[3 * kSumLanes];
};

template <bool corrected, class Kernel, class DensityKernel>
HWY_INLINE void buildRange(FluidParticles& fluid, const FluidSurroundings& around,
                           const Kernel& kernel, const DensityKernel& ofDensity, float scale,
                           PressureSystem::Own& own, PressureSystem::Gradients& kept, Range range) {
  const BoundarySamples& boundary = around.boundary;
  const NeighbourList& near = around.near.fluidOfFluid;
  const PairSpace space(around.kernel, around.period);
  const Wide V(fluid.volume), scaledV(fluid.volume * scale);
  const Vec3f* x = fluid.x.data();
  const float self = ofDensity.weight(0.0f);
  const bool mixed = fluid.mixed();
  const std::uint32_t* phase = fluid.phase.data();
  const float* density = fluid.phases.density.data();

  std::size_t total = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) total += 3 * near.of(i).size();
  PressureSystem::makeRoom(kept, total + kSumLanes);
  hwy::float16_t* to = kept.data();

  for (std::size_t i = range.begin; i < range.end; ++i) {
    const float perDensity = 1 / fluid.restDensity(i);
    WideSum weights, boundaryVolume, squares, boundaryRate;
    WideVecSum ofFluid, ofBoundary;
    const WideSymmetric B_i(corrected ? around.correction[i] : Symmetric3f::diagonal(1));
    KeptGradients gradients(to, near.of(i).size());
    forEachNeighbour(near.of(i), x[i], x, space, [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
      const Wide r = sqrt(dot(x_ij, x_ij));
      weights.add(j, ofDensity.weight(r));
      WideVec exact = (scaledV * kernel.slope(r)) * x_ij;
      if constexpr (corrected) exact = Wide(0.5f) * ((B_i + gather(around.correction, j)) * exact);
      const WideVec g = gradients.keep(j, exact);
      ofFluid.add(j, g);
      const Wide per = mixed ? Wide(1) / gather(density, gather(phase, j)) : Wide(perDensity);
      squares.add(j, per, dot(g, g));
    });
    to = gradients.finish();
    forEachNeighbour(around.near.boundaryOfFluid.of(i), x[i], boundary.x.data(), space,
                     [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                       const Wide r = sqrt(dot(x_ib, x_ib));
                       const Wide V_b = gather(boundary.volume.data(), b);
                       boundaryVolume.add(b, V_b, ofDensity.weight(r));
                       WideVec g = (V_b * kernel.slope(r)) * x_ib;
                       if constexpr (corrected) g = B_i * g;
                       ofBoundary.add(b, g);
                       boundaryRate.add(b, dot(g, gather(boundary.v.data(), b)));
                     });
    const auto [scaledSum, squaresSum] = sum(ofFluid, squares);
    const auto [boundarySum, boundaryShare] = sum(ofBoundary, boundaryVolume);
    const WideSum volumes = mulAdd(V, weights, boundaryVolume);
    const FourSums others = sums(volumes, boundaryRate, volumes, boundaryRate);
    const Vec3f all = (1 / scale) * scaledSum + boundarySum;
    own.boundaryShare[i] = boundaryShare;
    fluid.s[i] = fluid.volume * self + others.of[0];
    own.gradientSum[i] = all;
    if (!own.boundaryRate.empty()) own.boundaryRate[i] = others.of[1];
    own.diagonal[i] = perDensity * dot(all, all) + squaresSum / sq(scale);
  }
}

void buildPass(FluidParticles& fluid, const FluidSurroundings& around, float scale,
               PressureSystem::Own& own, PressureSystem::Gradients& kept, Range range) {
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    const KernelChoice& choice = around.kernel;
    if (!around.correction)
      buildRange<false>(fluid, around, kernel, kernel, scale, own, kept, range);
    else if (choice.evenPackingScale > 0)
      buildRange<true>(
          fluid, around, kernel,
          EvenPacking<float>(choice.radius, choice.dimensions, choice.evenPackingScale), scale, own,
          kept, range);
    else
      buildRange<true>(fluid, around, kernel, kernel, scale, own, kept, range);
  });
}

// Calls term(j, g) for the listed neighbours and their kept gradients, which start at `kept`, and
// moves that on. Lanes beyond the end of the list repeat a neighbour and have a gradient of zero.
template <class Term>
HWY_INLINE void forEachGradient(const NeighbourList::Entries& list, const hwy::float16_t*& kept,
                                Term&& term) {
  const WideEntries entries(list);
  const std::size_t n = list.size();
  std::size_t k = 0;
  for (; k + kSumLanes <= n; k += kSumLanes)
    for (std::size_t group = 0; group < kGroups; ++group) {
      const std::size_t lane = group * kLanes;
      const hwy::float16_t* g = kept + 3 * k + lane;
      term(entries.from(k + lane, group),
           WideVec{loadHalf(g), loadHalf(g + kSumLanes), loadHalf(g + 2 * kSumLanes)});
    }
  const std::size_t rest = n - k;
  // With wide lanes, all groups of the rest: one that is empty costs less than a branch that is
  // often mispredicted.
  for (std::size_t group = 0; rest > 0 && group < kGroups; ++group) {
    const std::size_t lane = group * kLanes;
    if (kLanes == 1 && lane == rest) break;
    const hwy::float16_t* g = kept + 3 * k + lane;
    const auto listed = hn::FirstN(FloatTag{}, rest > lane ? rest - lane : 0);
    const auto load = [&](const hwy::float16_t* from)
                          HWY_ATTR { return Wide(hn::IfThenElseZero(listed, loadHalf(from).v)); };
    term(entries.from(k + lane, group, k), WideVec{load(g), load(g + rest), load(g + 2 * rest)});
  }
  kept += 3 * n;
}

void applyPressurePass(const FluidParticles& fluid, const NeighbourList& near,
                       const PressureSystem::Own& own, const PressureSystem::Gradients& gradients,
                       float scale, const float* P, const PressureSystem::Before& before, float dt,
                       Vec3f* u, Range range) {
  const hwy::float16_t* kept = gradients.data();
  for (std::size_t i = range.begin; i < range.end; ++i) {
    WideVecSum others;
    forEachGradient(near.of(i), kept, [&](WideIndex j, const WideVec& g) SHOAL_TERM {
      others.add(j, gather(P, j), g);
    });
    const Vec3f gradient = P[i] * own.gradientSum[i] + (1 / scale) * sum(others);
    const Vec3f v = before.v ? before.v[i] : Vec3f{};
    const Vec3f a = before.a ? before.a[i] : Vec3f{};
    u[i] = v + dt * (a - (1 / fluid.restDensity(i)) * gradient);
  }
}

void ratePass(const NeighbourList& near, const PressureSystem::Own& own,
              const PressureSystem::Gradients& gradients, float scale, const Vec3f* u,
              bool boundaryMoves, float* rate, Range range) {
  const hwy::float16_t* kept = gradients.data();
  for (std::size_t i = range.begin; i < range.end; ++i) {
    WideSum others;
    forEachGradient(near.of(i), kept, [&](WideIndex j, const WideVec& g) SHOAL_TERM {
      others.add(j, dot(g, gather(u, j)));
    });
    rate[i] = dot(u[i], own.gradientSum[i]) - sum(others) / scale -
              (boundaryMoves ? own.boundaryRate[i] : 0);
  }
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(buildPass);
HWY_EXPORT(applyPressurePass);
HWY_EXPORT(ratePass);

namespace {

// Well below that of fluid in any disorder, at free surfaces and beside boundaries.
float leastDiagonalOf(const KernelChoice& kernel, double volume) {
  constexpr double kShare = 0.1;  // of a lattice's, whose sum of gradients vanishes
  const double spacing = portable::pow(volume, 1.0 / kernel.dimensions);
  return static_cast<float>(kShare * sq(volume) * squaredSlopesOnLattice(kernel, spacing));
}

}  // namespace

void PressureSystem::makeRoom(Gradients& kept, std::size_t numbers) {
  if (kept.size() >= numbers) return;
  kept = {};  // frees it before more is asked for
  kept.resize(numbers + numbers / 64);
}

PressureSystem::PressureSystem(FluidParticles& fluid)
    : own_{{fluid.set, "gradientSum", Role::Scratch},
           {fluid.set, "boundaryShare", Role::Scratch},
           {fluid.set, "pressureDiagonal", Role::Scratch},
           {}} {}

void PressureSystem::build(FluidParticles& fluid, const FluidSurroundings& around) {
  scale_ = around.kernel.radius;
  leastDiagonal_ = leastDiagonalOf(around.kernel, double(fluid.volume));
  const Field<Vec3f>& v_b = around.boundary.v;
  const auto moves = [&](std::size_t b) { return v_b[b] == Vec3f{} ? 0 : 1; };
  own_.boundaryRate.resize(parallelMax(v_b.size(), 0, moves) > 0 ? fluid.size() : 0);
  gradients_.resize(chunkCount(fluid.size()));
  const auto pass = HWY_DYNAMIC_DISPATCH(buildPass);
  parallelChunks(fluid.size(), [&](Range range, std::size_t chunk) {
    pass(fluid, around, scale_, own_, gradients_[chunk], range);
  });
}

void PressureSystem::applyPressure(const FluidParticles& fluid, const NeighbourList& near,
                                   const float* P, const Before& before, float dt, Vec3f* u,
                                   Range chunk) const {
  HWY_DYNAMIC_DISPATCH(applyPressurePass)
  (fluid, near, own_, gradients_[chunk.begin / kChunk], scale_, P, before, dt, u, chunk);
}

void PressureSystem::rate(const NeighbourList& near, const Vec3f* u, float* rate,
                          Range chunk) const {
  HWY_DYNAMIC_DISPATCH(ratePass)
  (near, own_, gradients_[chunk.begin / kChunk], scale_, u, !own_.boundaryRate.empty(), rate,
   chunk);
}

void PressureSystem::rateBesideRestingBoundary(const NeighbourList& near, const Vec3f* u,
                                               float* rate, Range chunk) const {
  HWY_DYNAMIC_DISPATCH(ratePass)
  (near, own_, gradients_[chunk.begin / kChunk], scale_, u, false, rate, chunk);
}

std::size_t PressureSystem::bytes() const {
  std::size_t n = sizeof(float) * own_.boundaryRate.capacity();
  for (const Gradients& kept : gradients_) n += sizeof(hwy::float16_t) * kept.capacity();
  return n;
}

}  // namespace shoal
#endif  // HWY_ONCE
