// The loop over neighbours that every pass shares; read once per machine target like core/wide.h.
#if defined(SHOAL_SPH_NEIGHBOUR_LOOP_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SHOAL_SPH_NEIGHBOUR_LOOP_H
#undef SHOAL_SPH_NEIGHBOUR_LOOP_H
#else
#define SHOAL_SPH_NEIGHBOUR_LOOP_H
#endif

#include "shoal/core/wide.h"
#include "shoal/search/neighbour_list.h"
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

// Reads the entries of a list, kLanes at once.
class WideEntries {
 public:
  HWY_INLINE explicit WideEntries(const NeighbourList::Entries& list) : list_(list) {}

  // The lanes from entry k on; those beyond the end of the list are anything.
  HWY_INLINE WideIndex from(std::size_t k, std::size_t group) const {
    return {load(k), group, k, list_.base()};
  }
  // The same; those beyond the end repeat entry `repeated`, which is in the cache.
  HWY_INLINE WideIndex from(std::size_t k, std::size_t group, std::size_t repeated) const {
    const IndexTag di;
    const auto listed = hn::FirstN(di, list_.size() > k ? list_.size() - k : 0);
    const auto other = static_cast<std::int32_t>(list_[repeated] - list_.base());
    return {hn::IfThenElse(listed, load(k), hn::Set(di, other)), group, k, list_.base()};
  }

 private:
  HWY_INLINE hn::Vec<IndexTag> load(std::size_t k) const {
    const IndexTag di;
    const hn::Rebind<std::uint16_t, IndexTag> d16;
    if (list_.offsets()) [[likely]]
      return hn::PromoteTo(di, hn::LoadU(d16, list_.offsets() + k));
    return hn::LoadU(di, reinterpret_cast<const std::int32_t*>(list_.indices()) + k);
  }

  NeighbourList::Entries list_;
};

// Calls term(j, x_ij) for the listed neighbours, as many at once as the machine has lanes, with
// x_ij = x_i - x_j. Lanes beyond the end of the list repeat a neighbour at a distance beyond the
// support: a term with a kernel value or slope of x_ij as a factor vanishes there and needs no
// mask.
template <class Term>
HWY_INLINE void forEachNeighbour(const NeighbourList::Entries& list, const Vec3f& xi,
                                 const Vec3f* x, const PairSpace& space, Term&& term) {
  const WideVec x_i(xi);
  const WideEntries entries(list);
  forEachGroup(list.size(), [&](std::size_t k, std::size_t group) SHOAL_TERM {
    const WideIndex j = entries.from(k, group, k);
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
