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

// Stores the near ones of some points, but for those from `end` on and `self`. What stands for the
// point j in a list is j - base.
template <class Entry>
class Chooser {
 public:
  HWY_INLINE Chooser(std::uint32_t end, std::uint32_t self, std::uint32_t base)
      : end_(end), self_(self), base_(base) {}

  // Of the points j, j + 1, ...; writes one vector in all, with anything behind the chosen ones.
  // Returns how many these are.
  HWY_INLINE std::size_t store(WideMask near, std::uint32_t j, Entry* out) const {
    std::uint8_t stored[8] = {};
    hn::StoreMaskBits(FloatTag{}, near.m, stored);
    std::uint32_t bits = stored[0];
    if (end_ - j < kLanes) bits &= (1U << (end_ - j)) - 1;
    if (self_ - j < kLanes) bits &= ~(1U << (self_ - j));
    const hn::Rebind<std::uint8_t, PointTag> d8;
    const hn::Rebind<Entry, PointTag> de;
    const auto lanes = hn::PromoteTo(de, hn::Load(d8, kLanesOfMask.lane[bits]));
    hn::StoreU(hn::Add(hn::Set(de, static_cast<Entry>(j - base_)), lanes), de, out);
    return hwy::PopCount(bits);
  }

 private:
  std::uint32_t end_, self_, base_;
};

#else

template <class Entry>
class Chooser {
 public:
  HWY_INLINE Chooser(std::uint32_t end, std::uint32_t self, std::uint32_t base)
      : end_(hn::Set(PointTag{}, end)),
        self_(hn::Set(PointTag{}, self)),
        base_(hn::Set(PointTag{}, base)) {}

  HWY_INLINE std::size_t store(WideMask near, std::uint32_t j, Entry* out) const {
    const PointTag du;
    const auto index = hn::Add(counting_, hn::Set(du, j));
    const auto wanted = hn::And(hn::Lt(index, end_), hn::Ne(index, self_));
    const auto chosen = hn::And(hn::RebindMask(du, near.m), wanted);
    const auto entries = hn::Compress(hn::Sub(index, base_), chosen);
    if constexpr (sizeof(Entry) == sizeof(std::uint32_t)) {
      hn::StoreU(entries, du, out);
    } else {
      const hn::Rebind<Entry, PointTag> de;
      hn::StoreU(hn::TruncateTo(de, entries), de, out);
    }
    return hn::CountTrue(du, chosen);
  }

 private:
  hn::Vec<PointTag> end_, self_, base_, counting_ = hn::Iota(PointTag{}, 0);
};

#endif

// Entries of 16 bits: whether all points of the spans that come are near enough to the base.
class Reach {
 public:
  HWY_INLINE Reach(std::uint32_t& base, std::size_t points)
      : base_(base), chosen_(points <= kSize) {
    base_ = 0;
  }
  HWY_INLINE bool covers(CellGrid::Span span) {
    if (!chosen_) base_ = span.begin - std::min(span.begin, kBelow);
    chosen_ = true;
    return span.begin >= base_ && span.end - base_ <= kSize;
  }

 private:
  static constexpr std::uint32_t kSize = 1U << 16;
  // How far behind the first span others may lie: without periods none does.
  static constexpr std::uint32_t kBelow = kSize / 8;

  std::uint32_t& base_;
  bool chosen_;
};

// Writes to `out` those points of the span that are closer than the radius to x, except `self`;
// returns how many. Writes up to one vector beyond the last. Periodic images are tested only near a
// border (kAcross), since that takes half as long again.
template <bool kAcross, class Entry>
HWY_INLINE std::size_t collect(const WideVec& x, const CellGrid::Coordinates& points,
                               CellGrid::Span span, std::uint32_t base, const WidePeriod& period,
                               Wide radiusSquared, std::uint32_t self, Entry* out) {
  constexpr auto lanes = static_cast<std::uint32_t>(kLanes);
  const Chooser<Entry> chooser(span.end, self, base);
  std::size_t found = 0;
  for (std::uint32_t j = span.begin; j < span.end; j += lanes) {
    WideVec d =
        x - WideVec{Wide::load(points.x + j), Wide::load(points.y + j), Wide::load(points.z + j)};
    if constexpr (kAcross) d = shortest(d, period);
    found += chooser.store(dot(d, d) < radiusSquared, j, out + found);
  }
  return found;
}

// What `build` knows about all blocks.
struct Search {
  std::span<const Vec3f> places;
  const CellGrid& grid;
  float radius;
  bool samePoints;
};

// Fills the block, or, once its memory does not suffice, goes on in `apart`, so that it gets as
// much as it takes. Returns whether entries of this kind can stand for all points.
template <bool kRepeats, class Entry>
HWY_INLINE bool fill(NeighbourList::Block& block, std::vector<Entry>& entries, Range range,
                     const Search& search, std::vector<Entry>& apart) {
  constexpr std::uint32_t kNobody = 0xffffffffU;
  const CellGrid& grid = search.grid;
  const Wide radiusSquared(search.radius * search.radius);
  const WidePeriod period(grid.period());
  const CellGrid::Coordinates points = grid.sorted();
  Reach reach(block.base, grid.size());
  block.begin.resize(range.size() + 1);
  block.begin[0] = 0;
  std::vector<Entry>* to = &entries;
  std::size_t used = 0;
  CellGrid::Cell lastCell{-2000000000, 0, 0};
  CellGrid::Candidates candidates;
  bool across = false;
  std::size_t most = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (!search.samePoints &&
        grid.isFarFrom(search.places[i])) {  // as most samples of a large tank
      block.begin[i - range.begin + 1] = static_cast<std::uint32_t>(used);
      continue;
    }
    const CellGrid::Cell cell = grid.cellOf(search.places[i]);
    if (!(cell == lastCell)) {
      lastCell = cell;
      candidates = grid.candidates(cell);
      across = kRepeats && grid.seesAcross(cell);
      most = kSumLanes;
      for (int s = 0; s < candidates.count; ++s) {
        const CellGrid::Span span = candidates.spans[static_cast<std::size_t>(s)];
        most += span.end - span.begin;
        if (sizeof(Entry) == sizeof(std::uint16_t) && !reach.covers(span)) return false;
      }
    }
    if (to->size() < used + most) {
      if (to != &apart) apart.assign(entries.begin(), entries.begin() + used);
      apart.resize((used + most) * 5 / 4);
      to = &apart;
    }
    const WideVec x(search.places[i]);
    const std::uint32_t self = search.samePoints ? static_cast<std::uint32_t>(i) : kNobody;
    const std::uint32_t base = sizeof(Entry) == sizeof(std::uint16_t) ? block.base : 0;
    for (int s = 0; s < candidates.count; ++s) {
      const CellGrid::Span span = candidates.spans[static_cast<std::size_t>(s)];
      Entry* out = to->data() + used;
      used += kRepeats && across
                  ? collect<true>(x, points, span, base, period, radiusSquared, self, out)
                  : collect<false>(x, points, span, base, period, radiusSquared, self, out);
    }
    block.begin[i - range.begin + 1] = static_cast<std::uint32_t>(used);
  }
  // Readers load whole vectors from the last list too, of whatever width: `most` includes one.
  if (to != &apart) return true;
  entries = {};  // frees it before more is asked for
  entries.resize(used + used / 32 + most);
  std::copy_n(apart.begin(), used, entries.begin());
  return true;
}

// Memory of a thread, which is asked for once.
struct Apart {
  std::vector<std::uint16_t> offsets;
  std::vector<std::uint32_t> indices;
};

template <bool kRepeats>
void fillWith(NeighbourList::Block& block, Range range, const Search& search, Apart& apart) {
  if (fill<kRepeats>(block, block.offsets, range, search, apart.offsets)) {
    block.indices = {};
    return;
  }
  block.offsets = {};
  fill<kRepeats>(block, block.indices, range, search, apart.indices);
}

void fillBlock(NeighbourList::Block& block, Range range, std::span<const Vec3f> places,
               const CellGrid& grid, float radius, bool samePoints) {
  static thread_local Apart apart;
  const Search search{places, grid, radius, samePoints};
  if (grid.period().any())
    fillWith<true>(block, range, search, apart);
  else
    fillWith<false>(block, range, search, apart);
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
    fill(blocks_[chunk], range, places, grid, radius, samePoints);
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
    n += sizeof(Block) + sizeof(std::uint16_t) * block.offsets.capacity() +
         sizeof(std::uint32_t) * (block.begin.capacity() + block.indices.capacity());
  return n;
}

}  // namespace shoal
#endif  // HWY_ONCE
