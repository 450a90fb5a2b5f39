#include "shoal/surface/particle_sums.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/surface/particle_sums.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/parallel.h"
#include "shoal/core/wide.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// Calls term(j, d, r2) for the points of spans: j with the partial sum that they belong to and as
// `entry` the first of them, their places d from x on, and the square of the distance, which is
// beyond reach in lanes beyond the end of a span.
template <class Term>
HWY_INLINE void forEachCandidate(const CellGrid::Candidates& candidates,
                                 const CellGrid::Coordinates& points, const Vec3f& place,
                                 float outOfReach, Term&& term) {
  const WideVec x(place);
  for (int s = 0; s < candidates.count; ++s) {
    const CellGrid::Span span = candidates.spans[static_cast<std::size_t>(s)];
    forEachGroup(span.end - span.begin, [&](std::size_t k, std::size_t group) SHOAL_TERM {
      const std::size_t j = span.begin + k;
      const WideVec d =
          WideVec{Wide::load(points.x + j), Wide::load(points.y + j), Wide::load(points.z + j)} - x;
      Wide r2 = dot(d, d);
      if (j + kLanes > span.end)
        r2 = select({hn::FirstN(FloatTag{}, span.end - j)}, r2, Wide(outOfReach));
      WideIndex index{};
      index.group = group;
      index.entry = j;
      term(index, d, r2);
    });
  }
}

// Candidates of places, of which many that follow each other share a cell.
class LastCandidates {
 public:
  explicit LastCandidates(const CellGrid& grid) : grid_(grid) {}
  const CellGrid::Candidates& at(const Vec3f& place) {
    const CellGrid::Cell cell = grid_.cellOf(place);
    if (!(cell == cell_)) {
      cell_ = cell;
      candidates_ = grid_.candidates(cell);
    }
    return candidates_;
  }

 private:
  const CellGrid& grid_;
  CellGrid::Cell cell_{-2000000000, 0, 0};
  CellGrid::Candidates candidates_;
};

HWY_INLINE Wide cubed(Wide r2, Wide perSupport2) {
  const Wide s = max(Wide(0), mulAdd(r2, Wide(0) - perSupport2, Wide(1)));
  return s * s * s;
}

// Values are loaded beyond the end of the points: they have as much room there as coordinates.
void kernelSums(const CellGrid& grid, const Vec3f* places, float support, const float* weights,
                float* sums, Range range) {
  const Wide perSupport2(1 / (support * support));
  const float outOfReach = 4 * support * support;
  LastCandidates near(grid);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    WideSum sumOfWeights;
    forEachCandidate(near.at(places[i]), grid.sorted(), places[i], outOfReach,
                     [&](WideIndex j, const WideVec&, Wide r2) SHOAL_TERM {
                       const Wide w = cubed(r2, perSupport2);
                       if (weights)
                         sumOfWeights.add(j, w, Wide::load(weights + j.entry));
                       else
                         sumOfWeights.add(j, w);
                     });
    sums[i] = sum(sumOfWeights);
  }
}

void means(const CellGrid& grid, const Vec3f* places, float support, const float* values,
           float otherwise, float* found, Range range) {
  const Wide perSupport2(1 / (support * support));
  const float outOfReach = 4 * support * support;
  LastCandidates near(grid);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    WideSum weights, products;
    forEachCandidate(near.at(places[i]), grid.sorted(), places[i], outOfReach,
                     [&](WideIndex j, const WideVec&, Wide r2) SHOAL_TERM {
                       const Wide w = cubed(r2, perSupport2);
                       weights.add(j, w);
                       products.add(j, w, Wide::load(values + j.entry));
                     });
    const float w = sum(weights);
    found[i] = w > 0 ? sum(products) / w : otherwise;
  }
}

void surroundings(const CellGrid& grid, float radius, Surrounding* found, Range range) {
  const Wide perRadius2(1 / (radius * radius));
  const float outOfReach = 4 * radius * radius;
  const CellGrid::Coordinates points = grid.sorted();
  LastCandidates near(grid);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const Vec3f place{points.x[i], points.y[i], points.z[i]};
    WideSum w, xx, yy, zz, xy, yz, zx;
    WideVecSum first;
    forEachCandidate(near.at(place), points, place, outOfReach,
                     [&](WideIndex j, const WideVec& d, Wide r2) SHOAL_TERM {
                       const Wide q2 = r2 * perRadius2;
                       const Wide weight = max(Wide(0), Wide(1) - q2 * sqrt(q2));
                       const WideVec wd = weight * d;
                       w.add(j, weight);
                       first.add(j, wd);
                       xx.add(j, wd.x, d.x);
                       yy.add(j, wd.y, d.y);
                       zz.add(j, wd.z, d.z);
                       xy.add(j, wd.x, d.y);
                       yz.add(j, wd.y, d.z);
                       zx.add(j, wd.z, d.x);
                     });
    Surrounding& s = found[i];
    s.weight = sum(w);  // at least that of the point itself
    s.mean = (1 / s.weight) * sum(first);
    const Vec3f m = s.mean;
    const float per = 1 / s.weight;
    s.covariance = {per * sum(xx) - m.x * m.x, per * sum(yy) - m.y * m.y,
                    per * sum(zz) - m.z * m.z, per * sum(xy) - m.x * m.y,
                    per * sum(yz) - m.y * m.z, per * sum(zx) - m.z * m.x};
  }
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(kernelSums);
HWY_EXPORT(means);
HWY_EXPORT(surroundings);

void sumKernel(const CellGrid& grid, std::span<const Vec3f> places, float support,
               std::span<const float> weights, std::span<float> sums) {
  const auto pass = HWY_DYNAMIC_DISPATCH(kernelSums);
  parallelChunks(places.size(), [&](Range range, std::size_t) {
    pass(grid, places.data(), support, weights.empty() ? nullptr : weights.data(), sums.data(),
         range);
  });
}

void meanOf(const CellGrid& grid, std::span<const Vec3f> places, float support,
            std::span<const float> values, float otherwise, std::span<float> found) {
  const auto pass = HWY_DYNAMIC_DISPATCH(means);
  parallelChunks(places.size(), [&](Range range, std::size_t) {
    pass(grid, places.data(), support, values.data(), otherwise, found.data(), range);
  });
}

void findSurroundings(const CellGrid& grid, float radius, std::span<Surrounding> found) {
  const auto pass = HWY_DYNAMIC_DISPATCH(surroundings);
  parallelChunks(found.size(),
                 [&](Range range, std::size_t) { pass(grid, radius, found.data(), range); });
}

}  // namespace shoal
#endif  // HWY_ONCE
