#include "shoal/search/neighbour_list.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/search/neighbour_list.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/wide.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

using PointTag = hn::RebindToUnsigned<FloatTag>;

#if HWY_TARGET == HWY_AVX2

// The lanes that are set in each mask of eight, in order; the places beyond them do not matter.
// hn::Compress has such a table too, but as a constant within a function, which g++ 12 copies to
// the stack in every call: four fifths of the time of a search.
struct LanesOfMask {
  std::uint8_t lane[256][8] = {};
  constexpr LanesOfMask() {
    for (unsigned mask = 0; mask < 256; ++mask)
      for (unsigned bit = 0, place = 0; bit < 8; ++bit)
        if (mask >> bit & 1) lane[mask][place++] = static_cast<std::uint8_t>(bit);
  }
};
alignas(64) constexpr LanesOfMask kLanesOfMask;

// Stores the near ones of some points, but for those from `end` on and `self`.
class Chooser {
 public:
  HWY_INLINE Chooser(std::uint32_t end, std::uint32_t self) : end_(end), self_(self) {}

  // Of the points j, j + 1, ...; writes one vector in all, with anything behind the chosen ones.
  // Returns how many these are.
  HWY_INLINE std::size_t store(WideMask near, std::uint32_t j, std::uint32_t* out) const {
    const PointTag du;
    std::uint8_t stored[8] = {};
    hn::StoreMaskBits(FloatTag{}, near.m, stored);
    std::uint32_t bits = stored[0];
    if (end_ - j < kLanes) bits &= (1U << (end_ - j)) - 1;
    if (self_ - j < kLanes) bits &= ~(1U << (self_ - j));
    const hn::Rebind<std::uint8_t, PointTag> d8;
    const auto lanes = hn::PromoteTo(du, hn::Load(d8, kLanesOfMask.lane[bits]));
    hn::StoreU(hn::Add(hn::Set(du, j), lanes), du, out);
    return hwy::PopCount(bits);
  }

 private:
  std::uint32_t end_, self_;
};

#else

class Chooser {
 public:
  HWY_INLINE Chooser(std::uint32_t end, std::uint32_t self)
      : end_(hn::Set(PointTag{}, end)), self_(hn::Set(PointTag{}, self)) {}

  HWY_INLINE std::size_t store(WideMask near, std::uint32_t j, std::uint32_t* out) const {
    const PointTag du;
    const auto index = hn::Add(counting_, hn::Set(du, j));
    const auto wanted = hn::And(hn::Lt(index, end_), hn::Ne(index, self_));
    const auto chosen = hn::And(hn::RebindMask(du, near.m), wanted);
    hn::StoreU(hn::Compress(index, chosen), du, out);
    return hn::CountTrue(du, chosen);
  }

 private:
  hn::Vec<PointTag> end_, self_, counting_ = hn::Iota(PointTag{}, 0);
};

#endif

// Writes to `out` those points of the span that are closer than the radius to x, except `self`;
// returns how many. Writes up to one vector beyond the last. Periodic images are tested only near a
// border (kAcross), since that takes half as long again.
template <bool kAcross>
HWY_INLINE std::size_t collect(const WideVec& x, const CellGrid::Coordinates& points,
                               CellGrid::Span span, const WidePeriod& period, Wide radiusSquared,
                               std::uint32_t self, std::uint32_t* out) {
  constexpr auto lanes = static_cast<std::uint32_t>(kLanes);
  const Chooser chooser(span.end, self);
  std::size_t found = 0;
  for (std::uint32_t j = span.begin; j < span.end; j += lanes) {
    WideVec d =
        x - WideVec{Wide::load(points.x + j), Wide::load(points.y + j), Wide::load(points.z + j)};
    if constexpr (kAcross) d = shortest(d, period);
    found += chooser.store(dot(d, d) < radiusSquared, j, out + found);
  }
  return found;
}

// Fills the block, or, once its memory does not suffice, goes on in `apart`, so that it gets as
// much as it takes.
template <bool kRepeats>
HWY_INLINE void fill(NeighbourList::Block& block, Range range, std::span<const Vec3f> places,
                     const CellGrid& grid, float radius, bool samePoints,
                     std::vector<std::uint32_t>& apart) {
  constexpr std::uint32_t kNobody = 0xffffffffU;
  const Wide radiusSquared(radius * radius);
  const WidePeriod period(grid.period());
  const CellGrid::Coordinates points = grid.sorted();
  block.begin.resize(range.size() + 1);
  block.begin[0] = 0;
  std::vector<std::uint32_t>* to = &block.indices;
  std::size_t used = 0;
  CellGrid::Cell lastCell{-2000000000, 0, 0};
  CellGrid::Candidates candidates;
  bool across = false;
  std::size_t most = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (!samePoints && grid.isFarFrom(places[i])) {  // as most samples of a large tank
      block.begin[i - range.begin + 1] = static_cast<std::uint32_t>(used);
      continue;
    }
    const CellGrid::Cell cell = grid.cellOf(places[i]);
    if (!(cell == lastCell)) {
      lastCell = cell;
      candidates = grid.candidates(cell);
      across = kRepeats && grid.seesAcross(cell);
      most = kSumLanes;
      for (int s = 0; s < candidates.count; ++s) {
        const CellGrid::Span span = candidates.spans[static_cast<std::size_t>(s)];
        most += span.end - span.begin;
      }
    }
    if (to->size() < used + most) {
      if (to != &apart) apart.assign(block.indices.begin(), block.indices.begin() + used);
      apart.resize((used + most) * 5 / 4);
      to = &apart;
    }
    const WideVec x(places[i]);
    const std::uint32_t self = samePoints ? static_cast<std::uint32_t>(i) : kNobody;
    for (int s = 0; s < candidates.count; ++s) {
      const CellGrid::Span span = candidates.spans[static_cast<std::size_t>(s)];
      std::uint32_t* out = to->data() + used;
      used += kRepeats && across
                  ? collect<true>(x, points, span, period, radiusSquared, self, out)
                  : collect<false>(x, points, span, period, radiusSquared, self, out);
    }
    block.begin[i - range.begin + 1] = static_cast<std::uint32_t>(used);
  }
  // Readers load whole vectors from the last list too, of whatever width: `most` includes one.
  if (to != &apart) return;
  block.indices = {};  // frees it before more is asked for
  block.indices.resize(used + used / 32 + most);
  std::copy_n(apart.begin(), used, block.indices.begin());
}

void fillBlock(NeighbourList::Block& block, Range range, std::span<const Vec3f> places,
               const CellGrid& grid, float radius, bool samePoints,
               std::vector<std::uint32_t>& apart) {
  if (grid.period().any())
    fill<true>(block, range, places, grid, radius, samePoints, apart);
  else
    fill<false>(block, range, places, grid, radius, samePoints, apart);
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(fillBlock);

void NeighbourList::build(std::span<const Vec3f> places, const CellGrid& grid, float radius,
                          bool samePoints) {
  size_ = places.size();
  blocks_.resize(chunkCount(size_));
  const auto fill = HWY_DYNAMIC_DISPATCH(fillBlock);
  parallelChunks(size_, [&](Range range, std::size_t chunk) {
    static thread_local std::vector<std::uint32_t> apart;  // its memory is asked for once
    fill(blocks_[chunk], range, places, grid, radius, samePoints, apart);
  });
}

std::size_t NeighbourList::pairs() const {
  std::size_t n = 0;
  for (const Block& block : blocks_) n += block.begin.back();
  return n;
}

std::size_t NeighbourList::bytes() const {
  std::size_t n = 0;
  for (const Block& block : blocks_)
    n += sizeof(std::uint32_t) * (block.begin.capacity() + block.indices.capacity());
  return n;
}

}  // namespace shoal
#endif  // HWY_ONCE
