#include "shoal/coupling/quadrature/near_piece.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/coupling/quadrature/near_piece.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/wide.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

HWY_INLINE WideMask inBox(const WideVec& lower, const WideVec& upper, const WideVec& d) {
  return (lower.x < d.x) & (d.x < upper.x) & (lower.y < d.y) & (d.y < upper.y) & (lower.z < d.z) &
         (d.z < upper.z);
}

void nearPass(const PieceSurroundings& piece, const CellGrid& grid,
              std::vector<NearParticle>& near) {
  const WideVec centre(piece.centre), normal(piece.normal);
  const WideVec lower(piece.box.lower), upper(piece.box.upper);
  const Wide range2(piece.range * piece.range);
  const WidePeriod period(grid.period());
  const bool repeats = grid.period().any();
  const CellGrid::Coordinates points = grid.sorted();
  const CellGrid::Candidates rows = grid.candidates(piece.centre);
  alignas(64) float x[kLanes], y[kLanes], z[kLanes];
  for (int row = 0; row < rows.count; ++row) {
    const CellGrid::Span span = rows.spans[static_cast<std::size_t>(row)];
    for (std::uint32_t j = span.begin; j < span.end; j += static_cast<std::uint32_t>(kLanes)) {
      WideVec d =
          WideVec{Wide::load(points.x + j), Wide::load(points.y + j), Wide::load(points.z + j)} -
          centre;
      if (repeats) d = shortest(d, period);
      const Wide height = dot(d, normal);
      const WideMask isNear = inBox(lower, upper, d) & (height * height < range2);
      if (hn::AllFalse(FloatTag{}, isNear.m)) continue;
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(FloatTag{}, isNear.m, bits);
      hn::Store(d.x.v, FloatTag{}, x);
      hn::Store(d.y.v, FloatTag{}, y);
      hn::Store(d.z.v, FloatTag{}, z);
      for (std::uint32_t lane = 0; lane < kLanes && j + lane < span.end; ++lane)
        if (bits[lane / 8] >> lane % 8 & 1) near.push_back({j + lane, {x[lane], y[lane], z[lane]}});
    }
  }
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(nearPass);

void listNear(const PieceSurroundings& piece, const CellGrid& grid,
              std::vector<NearParticle>& near) {
  HWY_DYNAMIC_DISPATCH(nearPass)(piece, grid, near);
}

}  // namespace shoal
#endif  // HWY_ONCE
