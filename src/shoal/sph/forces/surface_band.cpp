#include "shoal/sph/forces/surface_band.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/forces/surface_band.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/portable.h"
#include "shoal/sph/boundary/sample_volume.h"
#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/kernels/lattice.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// Flags the particles whose neighbours stand on one side, by the gradient of the colour over the
// lists of the solver. Walls continue it as they continue pressure, see WallFit.
void exposedPass(const FluidParticles& fluid, const FluidSurroundings& around, float least,
                 float wallShare, std::uint8_t* exposed, Range range) {
  const BoundarySamples& walls = around.boundary;
  const PairSpace space(around.kernel, around.period);
  const Vec3f* x = fluid.x.data();
  withKernel(around.kernel, [&](const auto& kernel) HWY_ATTR {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      WideVecSum fromFluid, fromBoundary;
      forEachNeighbour(around.near.fluidOfFluid.of(i), x[i], x, space,
                       [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                         fromFluid.add(j, kernel.slope(sqrt(dot(x_ij, x_ij))), x_ij);
                       });
      forEachNeighbour(around.near.boundaryOfFluid.of(i), x[i], walls.x.data(), space,
                       [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                         const Wide V_b = gather(walls.volume.data(), b);
                         fromBoundary.add(b, V_b * kernel.slope(sqrt(dot(x_ib, x_ib))), x_ib);
                       });
      const Vec3f gradient = fluid.volume * sum(fromFluid) + wallShare * sum(fromBoundary);
      exposed[i] = length(gradient) > least ? 1 : 0;
    }
  });
}

// Sums of the colour and of its gradient around a place.
struct ColourSums {
  Vec3f fluid, wetWalls, walls;  // 1/m, gradients
  float wallWeight;
  float wallCosine;  // of the contact angle, times wallWeight
};

HWY_INLINE ColourSums colourAround(const ColourSources& from, std::size_t k, const Vec3f& at,
                                   const Biquadratic<float>& kernel, const PairSpace& space) {
  WideVecSum fluid, walls, towards;
  WideSum weight, cosine;
  forEachNeighbour(from.fluidNear.of(k), at, from.fluid.data(), space,
                   [&](WideIndex j, const WideVec& x_ij)
                       SHOAL_TERM { fluid.add(j, kernel.slope(sqrt(dot(x_ij, x_ij))), x_ij); });
  if (!from.walls.empty())
    forEachNeighbour(from.wallNear.of(k), at, from.walls.data(), space,
                     [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                       const Wide r = sqrt(dot(x_ib, x_ib));
                       const Wide V_b = gather(from.wallVolume.data(), b);
                       const Wide W = V_b * kernel.weight(r);
                       const WideVec slope = V_b * kernel.slope(r) * x_ib;
                       towards.add(b, slope);
                       walls.add(b, gather(from.wallWetness.data(), b), slope);
                       weight.add(b, W);
                       cosine.add(b, gather(from.wallCosine.data(), b), W);
                     });
  return {from.volume * sum(fluid), sum(walls), sum(towards), sum(weight), sum(cosine)};
}

// Beside a wall a surface meets it at the contact angle, [BKZ92]: there the normal is
// t sin(angle) + w cos(angle), with w towards the wall and t along it into the fluid. Farther off
// it goes over into the gradient of the colour of fluid and walls.
HWY_INLINE Vec3f bandGradient(const ColourSums& sums, const BandFit& fit) {
  const Vec3f gradient = sums.fluid + static_cast<float>(fit.wallShare) * sums.wetWalls;
  const float towards = length(sums.walls);
  if (!(towards > 0)) return gradient;
  const Vec3f w = (1 / towards) * sums.walls;
  const Vec3f along = gradient - dot(gradient, w) * w;
  const float cosine = sums.wallCosine / sums.wallWeight;
  const Vec3f bent = std::sqrt(std::max(0.0f, 1 - sq(cosine))) * along + length(along) * cosine * w;
  const float nearness = std::min(1.0f, sums.wallWeight / static_cast<float>(fit.wallWeight));
  return (1 - nearness) * gradient + nearness * bent;
}

// Wetness of each sample, the colour of fluid there: wet walls continue the colour.
void wetnessPass(ColourSources& sources, const KernelChoice& reach, const Period& period,
                 float wetColour, Range range) {
  const Biquadratic<float> kernel(reach.radius, reach.dimensions);
  const PairSpace space(reach, period);
  for (std::size_t b = range.begin; b < range.end; ++b) {
    WideSum colour;
    forEachNeighbour(sources.fluidNearWall.of(b), sources.walls[b], sources.fluid.data(), space,
                     [&](WideIndex j, const WideVec& x_bi)
                         SHOAL_TERM { colour.add(j, kernel.weight(sqrt(dot(x_bi, x_bi)))); });
    sources.wallWetness[b] = std::min(1.0f, sources.volume * sum(colour) / wetColour);
  }
}

void bandNormalsPass(SurfaceBand& band, const ColourSources& from, const Period& period,
                     float least, Range range) {
  const Biquadratic<float> kernel(band.reach().radius, band.reach().dimensions);
  const PairSpace space(band.reach(), period);
  for (std::size_t k = range.begin; k < range.end; ++k) {
    const ColourSums sums = colourAround(from, k, band.x[k], kernel, space);
    const Vec3f g = bandGradient(sums, band.fit());
    band.besideWall[k] = sums.wallWeight > 0 ? 1 : 0;
    const float steepness = length(g);
    band.weight[k] = std::max(0.0f, steepness - least);
    band.normal[k] = steepness > 0 ? (1 / steepness) * g : Vec3f{};
  }
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(exposedPass);
HWY_EXPORT(bandNormalsPass);
HWY_EXPORT(wetnessPass);

namespace {

constexpr double kReach = 3;            // spacings, radius of the kernel that smooths the colour
constexpr float kExposed = 0.3f;        // of 1 / support: above the gradients inside of fluid
constexpr float kLeastGradient = 0.2f;  // of 1 / reach: below it the direction is mostly noise

// y times the sum of slopes over a row (in space: a plane) of lattice points at distance y: the
// gradient that a row adds to the colour.
double rowSlope(const kernels::Biquadratic<double>& kernel, int dimensions, double spacing,
                double reach, double y) {
  double slope = 0;
  forEachLatticePoint(dimensions - 1, spacing, reach,
                      [&](double r) { slope += kernel.slope(portable::hypot(r, y)); });
  return slope * y;
}

template <class T>
using Sorted = std::conditional_t<std::is_same_v<T, Vec3f>, GatheredVector<T>, std::vector<T>>;

template <class T>
Sorted<T> sortedBy(std::span<const std::uint32_t> order, std::span<const T> values) {
  Sorted<T> sorted(order.size());
  parallelFor(order.size(), [&](std::size_t k) { sorted[k] = values[order[k]]; });
  return sorted;
}

}  // namespace

BandFit fitBand(const KernelChoice& kernel, double spacing, double reach) {
  const int dimensions = kernel.dimensions;
  const kernels::Biquadratic<double> wide(reach, dimensions);
  const auto slope = [&](double y) { return rowSlope(wide, dimensions, spacing, reach, y); };
  const double lattice = portable::pow(spacing, dimensions);
  const WallFit wall = fitWall(kernel, spacing);
  const double toWall = wall.standoff + spacing / 2;

  BandFit fit;
  double weights = 0, missing = 0, narrowRow = 0;
  for (int row = static_cast<int>(reach / spacing); row >= 0; --row) {
    // A particle of the row lacks all rows that would stand beyond the surface.
    missing += lattice * slope((row + 1) * spacing);
    const double weight = std::max(0.0, std::abs(missing) - double(kLeastGradient) / reach);
    weights += weight;
    fit.depth += weight * (row + 0.5) * spacing;
  }
  fit.depth /= weights;
  fit.exposedShare = wall.wallPressureFactor / 2;
  fit.across = weights * spacing;
  forEachLatticePoint(dimensions - 1, spacing, double(kernel.radius),
                      [&](double r) { narrowRow += kernel.weight(r); });
  // Volume of a sample of a flat wall: [ACAT13] eq. 1, or that of a particle.
  const double sample = wall.layers > 1 ? lattice : 1 / narrowRow;
  fit.wallShare = missing / (sample * slope(toWall));
  forEachLatticePoint(dimensions - 1, spacing, reach, [&](double r) {
    fit.wallWeight += sample * wide.weight(portable::hypot(r, toWall));
    for (double y = toWall; y < reach; y += spacing)
      fit.wetColour += lattice * wide.weight(portable::hypot(r, y));
  });
  return fit;
}

SurfaceBand::SurfaceBand(const KernelChoice& kernel, double spacing, const Period& period)
    : reach_(kernel),
      fit_(fitBand(kernel, spacing, kReach * spacing)),
      fluidGrid_(static_cast<float>(kReach * spacing), kernel.dimensions, CellGrid::Form::Automatic,
                 period),
      wallGrid_(fluidGrid_),
      bandGrid_(fluidGrid_) {
  reach_.radius = static_cast<float>(kReach * spacing);
}

void SurfaceBand::find(const FluidParticles& fluid, const FluidSurroundings& around) {
  findCandidates(fluid, around);
  findNormals(fluid, around);
  keepMembers();
}

// Candidates are exposed particles and their neighbours.
void SurfaceBand::findCandidates(const FluidParticles& fluid, const FluidSurroundings& around) {
  exposed_.resize(fluid.size());
  const auto pass = HWY_DYNAMIC_DISPATCH(exposedPass);
  const float least = kExposed / around.kernel.radius;
  parallelChunks(fluid.size(), [&](Range range, std::size_t) {
    pass(fluid, around, least, static_cast<float>(fit_.exposedShare), exposed_.data(), range);
  });
  particle.clear();
  for (std::size_t i = 0; i < fluid.size(); ++i) {
    const auto others = around.near.fluidOfFluid.of(i);
    if (exposed_[i] || std::any_of(others.begin(), others.end(),
                                   [&](std::uint32_t j) { return exposed_[j] != 0; }))
      particle.push_back(static_cast<std::uint32_t>(i));
  }
  x = sortedBy(std::span<const std::uint32_t>(particle), fluid.x.span());
}

void SurfaceBand::findNormals(const FluidParticles& fluid, const FluidSurroundings& around) {
  const BoundarySamples& walls = around.boundary;
  fluidGrid_.build(fluid.x.span());
  sources_.fluid = sortedBy(fluidGrid_.order(), fluid.x.span());
  sources_.fluidNear.build(x, fluidGrid_, reach_.radius, false);
  sources_.volume = fluid.volume;
  std::vector<std::uint32_t> first;  // samples of the layer at the surface
  for (std::uint32_t b = 0; b < walls.size(); ++b)
    if (walls.layer[b] <= 1) first.push_back(b);
  if (!first.empty()) {
    wallGrid_.build(sortedBy(std::span<const std::uint32_t>(first), walls.x.span()));
    const std::vector<std::uint32_t> sorted =
        sortedBy(wallGrid_.order(), std::span<const std::uint32_t>(first));
    const std::span<const std::uint32_t> order(sorted);
    sources_.walls = sortedBy(order, walls.x.span());
    sources_.wallVolume = sortedBy(order, walls.volume.span());
    sources_.wallCosine = sortedBy(order, walls.contactCosine.span());
    sources_.wallNear.build(x, wallGrid_, reach_.radius, false);
    sources_.fluidNearWall.build(sources_.walls, fluidGrid_, reach_.radius, false);
    sources_.wallWetness.resize(first.size());
    const auto wetness = HWY_DYNAMIC_DISPATCH(wetnessPass);
    parallelChunks(first.size(), [&](Range range, std::size_t) {
      wetness(sources_, reach_, around.period, static_cast<float>(fit_.wetColour), range);
    });
  }
  normal.resize(size());
  weight.resize(size());
  besideWall.resize(size());
  const float least = kLeastGradient / reach_.radius;
  const auto pass = HWY_DYNAMIC_DISPATCH(bandNormalsPass);
  parallelChunks(size(), [&](Range range, std::size_t) {
    pass(*this, sources_, around.period, least, range);
  });
}

// Keeps the candidates with a clear direction, sorted along the cells of their grid.
void SurfaceBand::keepMembers() {
  std::vector<std::uint32_t> members;
  for (std::size_t k = 0; k < size(); ++k)
    if (weight[k] > 0) members.push_back(static_cast<std::uint32_t>(k));
  const std::span<const std::uint32_t> kept(members);
  bandGrid_.build(sortedBy(kept, std::span<const Vec3f>(x)));
  const std::vector<std::uint32_t> order = sortedBy(bandGrid_.order(), kept);
  const std::span<const std::uint32_t> sorted(order);
  particle = sortedBy(sorted, std::span<const std::uint32_t>(particle));
  x = sortedBy(sorted, std::span<const Vec3f>(x));
  normal = sortedBy(sorted, std::span<const Vec3f>(normal));
  weight = sortedBy(sorted, std::span<const float>(weight));
  besideWall = sortedBy(sorted, std::span<const std::uint8_t>(besideWall));
  near.build(x, bandGrid_, reach_.radius, true);
}

}  // namespace shoal
#endif  // HWY_ONCE
