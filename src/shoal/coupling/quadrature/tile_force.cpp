#include "shoal/coupling/quadrature/tile_force.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/coupling/quadrature/tile_force.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/wide.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// What Traction::atDepth is to a double.
HWY_INLINE Wide tractionAtDepth(const TileForceLaw& law, Wide depth) {
  const Wide squared = depth * depth;
  return min(Wide(law.traction.scale) * squared * (squared - Wide(law.traction.restDepth2)),
             Wide(law.mostTraction));
}

HWY_INLINE WideVec loadVec(const std::array<std::vector<float>, 3>& from, std::size_t k) {
  return {Wide::load(&from[0][k]), Wide::load(&from[1][k]), Wide::load(&from[2][k])};
}

HWY_INLINE void storeVec(const WideVec& a, std::array<std::vector<float>, 3>& to, std::size_t k) {
  hn::StoreU(a.x.v, FloatTag{}, &to[0][k]);
  hn::StoreU(a.y.v, FloatTag{}, &to[1][k]);
  hn::StoreU(a.z.v, FloatTag{}, &to[2][k]);
}

HWY_INLINE WideVec between(const std::array<Vec3f, 3>& corner, Wide share1, Wide share2) {
  return mulAdd(share2, WideVec(corner[2] - corner[0]),
                mulAdd(share1, WideVec(corner[1] - corner[0]), WideVec(corner[0])));
}

void placeSamples(const TileCorners& tile, const SampleTable& table, bool rubs, bool asImpulses,
                  TileScratch& scratch) {
  for (std::size_t k = 0; k < table.samples; k += kLanes) {
    const Wide share1 = Wide::load(&table.share1[k]), share2 = Wide::load(&table.share2[k]);
    storeVec(between(tile.x, share1, share2), scratch.x, k);
    if (rubs) storeVec(between(tile.v, share1, share2), scratch.v, k);
    Wide size = Wide(tile.size) * Wide::load(&table.weight[k]);
    if (asImpulses) {  // impulseFactor
      const WideVec share = between(tile.share, share1, share2);
      size = size * Wide(2) / (Wide(1) + dot(share, share));
    }
    hn::StoreU(size.v, FloatTag{}, &scratch.size[k]);
  }
}

// Lanes are boundary particles. Returns what the second and third corner of the tile have of all
// forces together.
template <bool kRubs>
HWY_INLINE std::array<Vec3f, 2> pushFromSamples(const TileForceLaw& law, const SampleTable& table,
                                                const Vec3f& centre,
                                                std::span<const std::uint32_t> particles,
                                                const FluidNearby& fluid,
                                                const TileScratch& scratch,
                                                std::vector<Push>& pushes) {
  const float h = law.traction.range;
  WideVecSum second, third;
  for (const std::uint32_t i : particles) {
    const WideVec toCentre(fluid.period.shortest(centre - fluid.x[i]));
    const WideVec v_i(kRubs ? fluid.v[i] : Vec3f{});
    WideVecSum force;
    bool reached = false;
    forEachGroup(table.samples, [&](std::size_t k, std::size_t group) SHOAL_TERM {
      const WideIndex sample{{}, group};
      WideVec x_bi = loadVec(scratch.x, k);  // from the particle to the sample
      x_bi += toCentre;
      const Wide r2 = dot(x_bi, x_bi);
      const Wide size = Wide::load(&scratch.size[k]);  // zero beyond the last sample
      if (hn::AllFalse(FloatTag{}, ((r2 < Wide(h * h)) & (Wide(0) < size)).m)) return;
      reached = true;
      const Wide r = max(sqrt(r2), Wide(1e-6f * h));
      const Wide depth = max(Wide(h) - r, Wide(0));
      // eq. 16 and 19 of [MSHG04]; the traction acts along the line between the two.
      WideVec f = (Wide(0) - size * tractionAtDepth(law, depth) / r) * x_bi;
      if constexpr (kRubs)
        f = mulAdd(size * Wide(law.friction) * depth, loadVec(scratch.v, k) - v_i, f);
      force.add(sample, f);
      second.add(sample, Wide::load(&table.share1[k]), f);
      third.add(sample, Wide::load(&table.share2[k]), f);
    });
    if (reached) pushes.push_back({i, sum(force), 0});
  }
  return {sum(second), sum(third)};
}

std::array<Vec3f, 2> tilePass(const TileForceLaw& law, const TileCorners& tile,
                              const SampleTable& table, bool asImpulses, const Vec3f& centre,
                              std::span<const std::uint32_t> particles, const FluidNearby& fluid,
                              TileScratch& scratch, std::vector<Push>& pushes) {
  const bool rubs = law.friction > 0;
  placeSamples(tile, table, rubs, asImpulses, scratch);
  return rubs ? pushFromSamples<true>(law, table, centre, particles, fluid, scratch, pushes)
              : pushFromSamples<false>(law, table, centre, particles, fluid, scratch, pushes);
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(tilePass);

namespace {

constexpr std::size_t kMostLanes = 64;

template <class Corners>
SampleTable makeTable(const Corners& shareOfCorner, int n) {
  SampleTable table;
  forEachSample(shareOfCorner, n, [&](const Vec3d& share, double weight) {
    table.share1.push_back(static_cast<float>(share.y));
    table.share2.push_back(static_cast<float>(share.z));
    table.weight.push_back(static_cast<float>(weight));
  });
  table.samples = table.weight.size();
  for (auto* values : {&table.share1, &table.share2, &table.weight})
    values->resize(table.samples + kMostLanes);
  return table;
}

TileCorners cornersOf(const SurfaceTile& tile, int dimensions) {
  TileCorners corners;
  const Vec3d centre(Vec3f(tile.centre(dimensions)));  // as particles see it
  for (std::size_t c = 0; c < 3; ++c) {
    corners.x[c] = Vec3f(tile.corner[c].x - centre);
    corners.v[c] = Vec3f(tile.corner[c].v);
    corners.share[c] = Vec3f(tile.corner[c].share);
  }
  corners.size = static_cast<float>(tile.size(dimensions));
  return corners;
}

}  // namespace

TileSampler::TileSampler(int dimensions, double distance, bool asImpulses, double longestSide)
    : dimensions_(dimensions), distance_(distance), asImpulses_(asImpulses) {
  const TriangleOf<Vec3d> triangle{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const SegmentOf<Vec3d> segment{{{1, 0, 0}, {0, 1, 0}}};
  // No corner is further from the middle than that of a needle.
  const TriangleOf<Vec3d> needle{{{0, 0, 0}, {0, 0, 0}, {longestSide, 0, 0}}};
  const SegmentOf<Vec3d> straight{{{0, 0, 0}, {longestSide, 0, 0}}};
  const int most =
      dimensions == 3 ? subdivisionsFor(needle, distance) : subdivisionsFor(straight, distance);
  for (int n = 1; n <= most; ++n)
    tables_.push_back(dimensions == 3 ? makeTable(triangle, n) : makeTable(segment, n));
}

const SampleTable& TileSampler::tableFor(const SurfaceTile& tile) const {
  const auto& [a, b, c] = tile.corner;
  const int n = dimensions_ == 3 ? subdivisionsFor(TriangleOf<Vec3d>{a.x, b.x, c.x}, distance_)
                                 : subdivisionsFor(SegmentOf<Vec3d>{a.x, b.x}, distance_);
  return tables_[std::min(static_cast<std::size_t>(n), tables_.size()) - 1];
}

VertexForces pushParticles(const TileForceLaw& law, const TileSampler& sampler,
                           const SurfaceTile& tile, const Vec3f& centre,
                           std::span<const std::uint32_t> particles, const FluidNearby& fluid,
                           TileScratch& scratch, std::vector<Push>& pushes) {
  const SampleTable& table = sampler.tableFor(tile);
  const std::size_t room = table.weight.size();
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (auto* values : {&scratch.x[axis], &scratch.v[axis], &scratch.size})
      if (values->size() < room) values->resize(room);
  const std::size_t before = pushes.size();
  const std::array<Vec3f, 2> others = HWY_DYNAMIC_DISPATCH(tilePass)(
      law, cornersOf(tile, sampler.dimensions()), table, sampler.asImpulses(), centre, particles,
      fluid, scratch, pushes);
  const Vec3d second(others[0]), third(others[1]);
  Vec3d total;
  const Vec3f v(tile.velocity(sampler.dimensions()));
  for (std::size_t k = before; k < pushes.size(); ++k) {
    total += Vec3d(pushes[k].force);
    pushes[k].closing = dot(pushes[k].force, v - fluid.v[pushes[k].particle]);
  }
  const Vec3d first = total - second - third;
  const auto on = [&](double a, double b, double c) {
    return -(a * first + b * second + c * third);
  };
  const auto& [a, b, c] = tile.corner;
  const Vec3d onSecond = on(a.share.y, b.share.y, c.share.y);
  const Vec3d onThird = on(a.share.z, b.share.z, c.share.z);
  return {-total - onSecond - onThird, onSecond, onThird};
}

}  // namespace shoal
#endif  // HWY_ONCE
