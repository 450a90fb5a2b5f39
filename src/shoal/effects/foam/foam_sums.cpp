#include "shoal/effects/foam/foam_sums.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/effects/foam/foam_sums.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/parallel.h"
#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// Unit vectors against the gradient of the colour, the fluid's volume smoothed, where that is
// steeper than `least`: at the surface. Walls continue the colour as they do in SurfaceBand.
void normalsPass(const FoamFluid& fluid, const FoamScene& scene, float volume, float wallShare,
                 float least, Vec3f* normal, Range range) {
  const PairSpace space(scene.kernel, scene.period);
  const bool walls = fluid.nearWalls != nullptr;
  withKernel(scene.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      WideVecSum fromFluid, fromWalls;
      forEachNeighbour(fluid.near.of(i), fluid.x[i], fluid.x.data(), space,
                       [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                         fromFluid.add(j, kernel.slope(sqrt(dot(x_ij, x_ij))), x_ij);
                       });
      if (walls)
        forEachNeighbour(fluid.nearWalls->of(i), fluid.x[i], fluid.walls.data(), space,
                         [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                           const Wide V_b = gather(fluid.wallVolume.data(), b);
                           fromWalls.add(b, V_b * kernel.slope(sqrt(dot(x_ib, x_ib))), x_ib);
                         });
      const Vec3f gradient = volume * sum(fromFluid) + wallShare * sum(fromWalls);
      const float steepness = length(gradient);
      normal[i] = steepness > least ? (-1 / steepness) * gradient : Vec3f{};
    }
  });
}

void potentialsPass(const FoamFluid& fluid, const FoamScene& scene, float slowest, float perWeights,
                    const Vec3f* normal, float* trappedAir, float* crest, Range range) {
  constexpr float kOutwards = 0.6f;  // least cosine of velocity and normal, [IAAT12]
  constexpr float kTiny = 1e-30f;    // m, distance of particles that coincide
  const PairSpace space(scene.kernel, scene.period);
  const Wide perReach(1 / scene.kernel.radius);
  const auto weight = [&](Wide r) SHOAL_TERM { return max(Wide(0), Wide(1) - r * perReach); };
  for (std::size_t i = range.begin; i < range.end; ++i) {
    trappedAir[i] = crest[i] = 0;
    const Vec3f v = fluid.v[i], n = normal[i];
    const float speed = length(v);
    if (!(speed > slowest)) continue;
    const WideVec v_i(v), n_i(n);
    WideSum air;
    forEachNeighbour(fluid.near.of(i), fluid.x[i], fluid.x.data(), space,
                     [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                       const WideVec v_ij = v_i - gather(fluid.v.data(), j);
                       const Wide r = sqrt(dot(x_ij, x_ij));
                       const Wide s = sqrt(dot(v_ij, v_ij));
                       air.add(j, weight(r), s - dot(v_ij, x_ij) / max(r, Wide(kTiny)));
                     });
    trappedAir[i] = perWeights * sum(air);
    if (!(dot(n, n) > 0 && dot(v, n) >= kOutwards * speed)) continue;
    WideSum bend;
    forEachNeighbour(fluid.near.of(i), fluid.x[i], fluid.x.data(), space,
                     [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                       const WideVec n_j = gather(normal, j);
                       const WideMask counts =
                           (Wide(0) < dot(x_ij, n_i)) & (Wide(0) < dot(n_j, n_j));
                       const Wide w = weight(sqrt(dot(x_ij, x_ij)));
                       bend.add(j, select(counts, w, Wide(0)), Wide(1) - dot(n_i, n_j));
                     });
    crest[i] = perWeights * sum(bend);
  }
}

// Candidates of a cell are tested lane by lane; those beyond the end of a range are out of reach.
void fluidAroundPass(const CellGrid& grid, const CellGrid::Coordinates& v, float radius,
                     const Vec3f* places, FluidAround* found, Range range) {
  const CellGrid::Coordinates points = grid.sorted();
  const WidePeriod period(grid.period());
  const bool repeats = grid.period().any();
  const Wide radius2(radius * radius), perRadius2(1 / (radius * radius));
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const CellGrid::Candidates near = grid.candidates(places[i]);
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

HWY_EXPORT(normalsPass);
HWY_EXPORT(potentialsPass);
HWY_EXPORT(fluidAroundPass);

namespace {

constexpr float kExposed = 0.3f;       // of 1 / support: above the gradients inside of fluid
constexpr std::size_t kWideRoom = 16;  // floats that a wide load may touch beyond the last

}  // namespace

void FoamSums::find(const FoamFluid& fluid, double slowest) {
  const std::size_t n = fluid.x.size();
  normal_.resize(n);
  trappedAir_.resize(n);
  crest_.resize(n);
  const auto volume = static_cast<float>(portable::pow(scene_.spacing, scene_.dimensions));
  const float least = kExposed / scene_.kernel.radius;
  const auto normals = HWY_DYNAMIC_DISPATCH(normalsPass);
  parallelChunks(n, [&](Range range, std::size_t) {
    normals(fluid, scene_, volume, scale_.wallShare, least, normal_.data(), range);
  });
  const auto potentials = HWY_DYNAMIC_DISPATCH(potentialsPass);
  parallelChunks(n, [&](Range range, std::size_t) {
    potentials(fluid, scene_, static_cast<float>(slowest), static_cast<float>(1 / scale_.weights),
               normal_.data(), trappedAir_.data(), crest_.data(), range);
  });
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
