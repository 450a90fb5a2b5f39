#include "shoal/effects/foam/foam_sums.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/effects/foam/foam_sums.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/parallel.h"
#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// Unit vector against the gradient of the colour, the fluid's volume smoothed, where that is steep:
// at the surface. Walls continue the colour as they do in SurfaceBand, and only make it flatter.
// `add(j, x_ij, r)` is called for the neighbours, too.
template <class Kernel, class Add>
HWY_INLINE Vec3f normalOf(const FoamPass& pass, const Kernel& kernel, const PairSpace& space,
                          std::size_t i, Add&& add) {
  const FoamFluid& fluid = pass.fluid;
  WideVecSum fromFluid, fromWalls;
  forEachNeighbour(fluid.near.of(i), fluid.x[i], fluid.x.data(), space,
                   [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                     const Wide r = sqrt(dot(x_ij, x_ij));
                     fromFluid.add(j, kernel.slope(r), x_ij);
                     add(j, x_ij, r);
                   });
  Vec3f gradient = pass.volume * sum(fromFluid);
  if (fluid.nearWalls && length(gradient) > pass.steepest) {
    forEachNeighbour(fluid.nearWalls->of(i), fluid.x[i], fluid.walls.data(), space,
                     [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                       const Wide V_b = gather(fluid.wallVolume.data(), b);
                       fromWalls.add(b, V_b * kernel.slope(sqrt(dot(x_ib, x_ib))), x_ib);
                     });
    gradient += pass.wallShare * sum(fromWalls);
  }
  const float steepness = length(gradient);
  return steepness > pass.steepest ? (-1 / steepness) * gradient : Vec3f{};
}

HWY_INLINE Wide foamWeight(Wide r, Wide perReach) { return max(Wide(0), Wide(1) - r * perReach); }

// Normals of fast particles, and the air that they trap.
void trappedAirPass(const FoamPass& pass, Vec3f* normal, float* trappedAir, std::uint8_t* known,
                    Range range) {
  constexpr float kTiny = 1e-30f;  // m, distance of particles that coincide
  const FoamFluid& fluid = pass.fluid;
  const PairSpace space(pass.scene.kernel, pass.scene.period);
  const Wide perReach(1 / pass.scene.kernel.radius);
  withKernel(pass.scene.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const Vec3f v = fluid.v[i];
      trappedAir[i] = 0;
      known[i] = length(v) > pass.slowest ? 1 : 0;
      if (!known[i]) continue;
      const WideVec v_i(v);
      WideSum air;
      normal[i] = normalOf(
          pass, kernel, space, i, [&](WideIndex j, const WideVec& x_ij, Wide r) SHOAL_TERM {
            const WideVec v_ij = v_i - gather(fluid.v.data(), j);
            const Wide s = sqrt(dot(v_ij, v_ij));
            air.add(j, foamWeight(r, perReach), s - dot(v_ij, x_ij) / max(r, Wide(kTiny)));
          });
      trappedAir[i] = pass.perWeights * sum(air);
    }
  });
}

void normalsPass(const FoamPass& pass, const std::uint32_t* some, Vec3f* normal, Range range) {
  const PairSpace space(pass.scene.kernel, pass.scene.period);
  withKernel(pass.scene.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t k = range.begin; k < range.end; ++k)
      normal[some[k]] =
          normalOf(pass, kernel, space, some[k], [](WideIndex, const WideVec&, Wide) SHOAL_TERM {});
  });
}

void crestPass(const FoamPass& pass, const std::uint32_t* some, const Vec3f* normal, float* crest,
               Range range) {
  const FoamFluid& fluid = pass.fluid;
  const PairSpace space(pass.scene.kernel, pass.scene.period);
  const Wide perReach(1 / pass.scene.kernel.radius);
  for (std::size_t k = range.begin; k < range.end; ++k) {
    const std::size_t i = some[k];
    const WideVec n_i(normal[i]);
    WideSum bend;
    forEachNeighbour(fluid.near.of(i), fluid.x[i], fluid.x.data(), space,
                     [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                       const WideVec n_j = gather(normal, j);
                       const WideMask counts =
                           (Wide(0) < dot(x_ij, n_i)) & (Wide(0) < dot(n_j, n_j));
                       const Wide w = foamWeight(sqrt(dot(x_ij, x_ij)), perReach);
                       bend.add(j, select(counts, w, Wide(0)), Wide(1) - dot(n_i, n_j));
                     });
    crest[i] = pass.perWeights * sum(bend);
  }
}

// Candidates of a cell, which places that follow each other often share, are tested lane by lane;
// those beyond the end of a range are out of reach.
void fluidAroundPass(const CellGrid& grid, const CellGrid::Coordinates& v, float radius,
                     const Vec3f* places, FluidAround* found, Range range) {
  const CellGrid::Coordinates points = grid.sorted();
  const WidePeriod period(grid.period());
  const bool repeats = grid.period().any();
  const Wide radius2(radius * radius), perRadius2(1 / (radius * radius));
  CellGrid::Cell last{-2000000000, 0, 0};
  CellGrid::Candidates near;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const CellGrid::Cell cell = grid.cellOf(places[i]);
    if (!(cell == last)) near = grid.candidates(cell);
    last = cell;
    const WideVec x(places[i]);
    WideSum count, weight;
    WideVecSum momentum;
    for (int s = 0; s < near.count; ++s) {
      const CellGrid::Span span = near.spans[static_cast<std::size_t>(s)];
      forEachGroup(span.end - span.begin, [&](std::size_t k, std::size_t group) SHOAL_TERM {
        const std::size_t j = span.begin + k;
        WideVec d =
            WideVec{Wide::load(points.x + j), Wide::load(points.y + j), Wide::load(points.z + j)} -
            x;
        if (repeats) d = shortest(d, period);
        Wide r2 = dot(d, d);
        if (j + kLanes > span.end)
          r2 = select({hn::FirstN(FloatTag{}, span.end - j)}, r2, Wide(2) * radius2);
        const Wide a = max(Wide(0), mulAdd(r2, Wide(0) - perRadius2, Wide(1)));
        const Wide w = a * a * a;
        WideIndex index{};
        index.group = group;
        count.add(index, select(r2 < radius2, Wide(1), Wide(0)));
        weight.add(index, w);
        momentum.add(index, w, {Wide::load(v.x + j), Wide::load(v.y + j), Wide::load(v.z + j)});
      });
    }
    const float w = sum(weight);
    found[i] = {sum(count), w > 0 ? (1 / w) * sum(momentum) : Vec3f{}};
  }
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>

#include "shoal/core/portable.h"

namespace shoal {

HWY_EXPORT(trappedAirPass);
HWY_EXPORT(normalsPass);
HWY_EXPORT(crestPass);
HWY_EXPORT(fluidAroundPass);

namespace {

constexpr float kOutwards = 0.6f;      // least cosine of velocity and normal, [IAAT12]
constexpr float kExposed = 0.3f;       // of 1 / support: above the gradients inside of fluid
constexpr std::size_t kWideRoom = 16;  // floats that a wide load may touch beyond the last

}  // namespace

void FoamSums::find(const FoamFluid& fluid, double slowest) {
  const std::size_t n = fluid.x.size();
  normal_.resize(n);
  trappedAir_.resize(n);
  crest_.assign(n, 0);
  known_.resize(n);
  const FoamPass pass{fluid,
                      scene_,
                      static_cast<float>(portable::pow(scene_.spacing, scene_.dimensions)),
                      scale_.wallShare,
                      kExposed / scene_.kernel.radius,
                      static_cast<float>(slowest),
                      static_cast<float>(1 / scale_.weights)};
  const auto trappedAir = HWY_DYNAMIC_DISPATCH(trappedAirPass);
  parallelChunks(n, [&](Range range, std::size_t) {
    trappedAir(pass, normal_.data(), trappedAir_.data(), known_.data(), range);
  });
  findNeededNormals(fluid);
  const auto normals = HWY_DYNAMIC_DISPATCH(normalsPass);
  parallelChunks(unknown_.size(), [&](Range range, std::size_t) {
    normals(pass, unknown_.data(), normal_.data(), range);
  });
  const auto crest = HWY_DYNAMIC_DISPATCH(crestPass);
  parallelChunks(crests_.size(), [&](Range range, std::size_t) {
    crest(pass, crests_.data(), normal_.data(), crest_.data(), range);
  });
}

// Few particles are at crests: most normals are never asked for.
void FoamSums::findNeededNormals(const FoamFluid& fluid) {
  crests_.clear();
  unknown_.clear();
  for (std::uint32_t i = 0; i < known_.size(); ++i)
    if (known_[i] && dot(normal_[i], fluid.v[i]) >= kOutwards * length(fluid.v[i]) &&
        dot(normal_[i], normal_[i]) > 0)
      crests_.push_back(i);
  for (const std::uint32_t i : crests_)
    for (const std::uint32_t j : fluid.near.of(i))
      if (!known_[j]) {
        known_[j] = 1;
        unknown_.push_back(j);
      }
}

void FluidVelocities::set(std::span<const Vec3f> v) {
  for (std::vector<float>& component : v_) component.resize(v.size() + kWideRoom);
  parallelFor(v.size(), [&](std::size_t i) {
    for (std::size_t axis = 0; axis < 3; ++axis) v_[axis][i] = v[i][axis];
  });
}

void findFluidAround(const CellGrid& grid, const FluidVelocities& velocities, float radius,
                     std::span<const Vec3f> places, std::span<FluidAround> found) {
  const auto pass = HWY_DYNAMIC_DISPATCH(fluidAroundPass);
  parallelChunks(places.size(), [&](Range range, std::size_t) {
    pass(grid, velocities.values(), radius, places.data(), found.data(), range);
  });
}

}  // namespace shoal
#endif  // HWY_ONCE
