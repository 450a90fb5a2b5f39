// The loop over neighbours that every pass shares; read once per machine target like core/wide.h.
#if defined(SHOAL_SPH_NEIGHBOUR_LOOP_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SHOAL_SPH_NEIGHBOUR_LOOP_H
#undef SHOAL_SPH_NEIGHBOUR_LOOP_H
#else
#define SHOAL_SPH_NEIGHBOUR_LOOP_H
#endif

#include <span>

#include "shoal/core/wide.h"
#include "shoal/sph/kernels/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// Distances of pairs: the cutoff, and the nearest image in periodic space.
struct PairSpace {
  Wide outOfReach;
  bool repeats;
  WidePeriod period;

  HWY_INLINE PairSpace(const KernelChoice& kernel, const Period& repeat)
      : outOfReach(2 * kernel.radius), repeats(repeat.any()), period(repeat) {}

  HWY_INLINE WideVec between(const WideVec& x_i, const WideVec& x_j) const {
    const WideVec x_ij = x_i - x_j;
    if (repeats) [[unlikely]]
      return shortest(x_ij, period);
    return x_ij;
  }
};

// The lanes from entry k of a list on; those beyond its end repeat entry k, which is in the cache.
HWY_INLINE WideIndex loadIndices(std::span<const std::uint32_t> list, std::size_t k,
                                 std::size_t group) {
  const IndexTag di;
  const auto* indices = reinterpret_cast<const std::int32_t*>(list.data());
  const auto listed = hn::FirstN(di, list.size() - k);
  return {hn::IfThenElse(listed, hn::LoadU(di, indices + k), hn::Set(di, indices[k])), group, k};
}

// Calls term(j, x_ij) for the listed neighbours, as many at once as the machine has lanes, with
// x_ij = x_i - x_j. Lanes beyond the end of the list repeat a neighbour at a distance beyond the
// support: a term with a kernel value or slope of x_ij as a factor vanishes there and needs no
// mask.
template <class Term>
HWY_INLINE void forEachNeighbour(std::span<const std::uint32_t> list, const Vec3f& xi,
                                 const Vec3f* x, const PairSpace& space, Term&& term) {
  const WideVec x_i(xi);
  forEachGroup(list.size(), [&](std::size_t k, std::size_t group) SHOAL_TERM {
    const WideIndex j = loadIndices(list, k, group);
    WideVec x_ij = space.between(x_i, gather(x, j));
    // With AVX-512 a mask is cheaper than a branch that is often mispredicted.
    if (kLanes == kSumLanes || k + kLanes > list.size()) {
      const WideMask listed{hn::FirstN(FloatTag{}, list.size() - k)};
      x_ij.x = select(listed, x_ij.x, space.outOfReach);
    }
    term(j, x_ij);
  });
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
