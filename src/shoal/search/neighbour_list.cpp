#include "shoal/search/neighbour_list.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/search/neighbour_list.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/wide.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// Writes to `out` those points of the span that are closer than the radius to x, except `self`;
// returns how many. Writes up to one vector beyond the last. Periodic images are tested only near a
// border (kAcross), since that takes half as long again.
template <bool kAcross>
HWY_INLINE std::size_t collect(const WideVec& x, const CellGrid::Coordinates& points,
                               CellGrid::Span span, const WidePeriod& period, Wide radiusSquared,
                               std::uint32_t self, std::uint32_t* out) {
  const hn::RebindToUnsigned<FloatTag> du;
  constexpr auto lanes = static_cast<std::uint32_t>(kLanes);
  const auto notSelf = hn::Set(du, self);
  const auto end = hn::Set(du, span.end);
  const auto counting = hn::Iota(du, 0);
  std::size_t found = 0;
  for (std::uint32_t j = span.begin; j < span.end; j += lanes) {
    WideVec d =
        x - WideVec{Wide::load(points.x + j), Wide::load(points.y + j), Wide::load(points.z + j)};
    if constexpr (kAcross) d = shortest(d, period);
    const auto index = hn::Add(counting, hn::Set(du, j));
    const auto wanted = hn::And(hn::Lt(index, end), hn::Ne(index, notSelf));
    const auto chosen = hn::And(hn::RebindMask(du, (dot(d, d) < radiusSquared).m), wanted);
    hn::StoreU(hn::Compress(index, chosen), du, out + found);
    found += hn::CountTrue(du, chosen);
  }
  return found;
}

template <bool kRepeats>
HWY_INLINE void fill(NeighbourList::Block& block, Range range, std::span<const Vec3f> places,
                     const CellGrid& grid, float radius, bool samePoints) {
  constexpr std::uint32_t kNobody = 0xffffffffU;
  const Wide radiusSquared(radius * radius);
  const WidePeriod period(grid.period());
  const CellGrid::Coordinates points = grid.sorted();
  block.begin.resize(range.size() + 1);
  block.begin[0] = 0;
  std::size_t used = 0;
  CellGrid::Cell lastCell{-2000000000, 0, 0};
  CellGrid::Candidates candidates;
  bool across = false;
  std::size_t most = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) {
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
    if (block.indices.size() < used + most) block.indices.resize((used + most) * 5 / 4);
    const WideVec x(places[i]);
    const std::uint32_t self = samePoints ? static_cast<std::uint32_t>(i) : kNobody;
    for (int s = 0; s < candidates.count; ++s) {
      const CellGrid::Span span = candidates.spans[static_cast<std::size_t>(s)];
      std::uint32_t* out = block.indices.data() + used;
      used += kRepeats && across
                  ? collect<true>(x, points, span, period, radiusSquared, self, out)
                  : collect<false>(x, points, span, period, radiusSquared, self, out);
    }
    block.begin[i - range.begin + 1] = static_cast<std::uint32_t>(used);
  }
  // Readers load whole vectors from the last list too, of whatever width, and gather what they
  // find.
  if (block.indices.size() < used + kSumLanes) block.indices.resize(used + kSumLanes);
}

void fillBlock(NeighbourList::Block& block, Range range, std::span<const Vec3f> places,
               const CellGrid& grid, float radius, bool samePoints) {
  if (grid.period().any())
    fill<true>(block, range, places, grid, radius, samePoints);
  else
    fill<false>(block, range, places, grid, radius, samePoints);
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
    n += sizeof(std::uint32_t) * (block.begin.capacity() + block.indices.capacity());
  return n;
}

}  // namespace shoal
#endif  // HWY_ONCE
