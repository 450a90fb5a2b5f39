#include "shoal/sph/boundary/sample_volume.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/portable.h"
#include "shoal/sph/kernels/lattice.h"

namespace shoal {

namespace {

// The sum of W over a row (2D) or plane (3D) of lattice points at distance y.
double rowWeight(const KernelChoice& kernel, double spacing, double y) {
  double weight = 0;
  forEachLatticePoint(kernel.dimensions - 1, spacing, double(kernel.radius),
                      [&](double r) { weight += kernel.densityWeight(portable::hypot(r, y)); });
  return weight;
}

// The derivative of rowWeight by y.
double rowSlope(const KernelChoice& kernel, double spacing, double y) {
  const double e = 1e-4 * spacing;
  return (rowWeight(kernel, spacing, y + e) - rowWeight(kernel, spacing, y - e)) / (2 * e);
}

}  // namespace

WallFit fitWall(const KernelChoice& kernel, double spacing) {
  if (kernel.wallsContinueLattice())
    return {spacing / 2, 2,
            std::max(2, static_cast<int>(std::ceil(double(kernel.radius) / spacing)) - 1)};
  return fitThinWall(kernel, spacing);
}

WallFit fitThinWall(const KernelChoice& kernel, double spacing) {
  double weight = 0, slope = 0;
  for (int row = 1; row * spacing < kernel.radius; ++row) {
    weight += rowWeight(kernel, spacing, row * spacing);
    slope += rowSlope(kernel, spacing, row * spacing);
  }
  const double lattice = portable::pow(spacing, kernel.dimensions);
  const double volume = 1 / rowWeight(kernel, spacing, 0);

  double near = 0, far = kernel.radius;  // rowWeight falls with distance: bisect
  for (int k = 0; k < 60; ++k) {
    const double middle = (near + far) / 2;
    (volume * rowWeight(kernel, spacing, middle) > lattice * weight ? near : far) = middle;
  }
  return {near - spacing / 2, 2 * lattice * slope / (volume * rowSlope(kernel, spacing, near))};
}

namespace {

bool anyNear(const CellGrid& grid, const Vec3f& place) {
  const CellGrid::Candidates near = grid.candidates(place);
  for (int k = 0; k < near.count; ++k)
    if (near.spans[static_cast<std::size_t>(k)].begin < near.spans[static_cast<std::size_t>(k)].end)
      return true;
  return false;
}

// Samples whose volumes are computed.
std::vector<std::uint32_t> wanted(const BoundarySamples& boundary, const CellGrid* fluid) {
  std::vector<std::uint8_t> flags(boundary.size(), 1);
  if (fluid)
    parallelFor(boundary.size(),
                [&](std::size_t b) { flags[b] = anyNear(*fluid, boundary.x[b]) ? 1 : 0; });
  std::vector<std::uint32_t> all;
  for (std::uint32_t b = 0; b < boundary.size(); ++b)
    if (flags[b]) all.push_back(b);
  return all;
}

template <class Distance>
double singleVolume(const BoundarySamples& boundary, const NeighbourList::Entries& near,
                    const KernelChoice& kernel, const Distance& distance) {
  double numberDensity = 0;
  for (const std::uint32_t other : near)
    if (boundary.repels[other] == 0) numberDensity += kernel.densityWeight(distance(other));
  return 1 / numberDensity;
}

// Of samples that come closer than this to the first layer, in spacings less than they should.
constexpr double kCloser = 0.3;

// Number density beside an edge, as a share of a plane's: samples around the edge are nearer than
// they would be on a plane. So far it does not mean that samples stand too dense.
constexpr double kAroundEdge = 1.1;

// How many samples share the place of one, by the number density of a layer as a share of a
// plane's: as many, but for what lies beside edges. Twice the samples are two.
double crowding(double share) {
  if (share <= kAroundEdge) return std::min(share, 1.0);
  return 1 + (share - kAroundEdge) / (2 - kAroundEdge);
}

// Whether a sample of a deeper layer stands where the first layer behind another face of its solid
// does.
template <class Distance>
bool isStoodFor(const BoundarySamples& boundary, std::uint32_t b,
                const NeighbourList::Entries& near, const Distance& distance) {
  if (boundary.layer[b] < 2) return false;
  const double depth = (double(boundary.layer[b]) - 1 - kCloser) * double(boundary.layerSpacing);
  return std::any_of(near.begin(), near.end(), [&](std::uint32_t other) {
    return boundary.wall[other] == boundary.wall[b] && boundary.layer[other] == 1 &&
           boundary.repels[other] == 0 && distance(other) < depth;
  });
}

// `stoodFor` is by sample; `lattice` is the volume of a point of a lattice.
template <class Distance>
double layeredVolume(const BoundarySamples& boundary, std::uint32_t b,
                     const NeighbourList::Entries& near, const std::vector<std::uint8_t>& stoodFor,
                     const KernelChoice& kernel, double lattice, const Distance& distance) {
  double numberDensity = 0, ofAll = 0;
  for (const std::uint32_t other : near) {
    if (boundary.repels[other] > 0 || stoodFor[other]) continue;
    const double weight = kernel.densityWeight(distance(other));
    ofAll += weight;
    if (boundary.wall[other] == boundary.wall[b] && boundary.layer[other] == boundary.layer[b])
      numberDensity += weight;
  }
  const double share = numberDensity / double(boundary.planeDensity);
  // Where solids overlap, as the walls of a tank do that are solids of their own, their samples
  // together have no more than the number density of a lattice.
  return lattice / std::max(crowding(share), lattice * ofAll);
}

}  // namespace

double planeDensity(const KernelChoice& kernel, double spacing) {
  return rowWeight(kernel, spacing, 0);
}

void computeSampleVolumes(BoundarySamples& boundary, const CellGrid& grid,
                          const KernelChoice& kernel, const CellGrid* fluid) {
  const Period& period = grid.period();
  const std::vector<std::uint32_t> some = wanted(boundary, fluid);
  std::vector<Vec3f> places(some.size());
  parallelFor(some.size(), [&](std::size_t k) { places[k] = boundary.x[some[k]]; });
  NeighbourList list;
  list.build(places, grid, kernel.radius, false);  // each sample is its own neighbour as well
  const auto distanceFrom = [&](std::uint32_t b) {
    return [&, b](std::uint32_t other) {
      return double(length(period.shortest(boundary.x[b] - boundary.x[other])));
    };
  };
  const double lattice = portable::pow(double(boundary.layerSpacing), kernel.dimensions);
  std::vector<std::uint8_t> stoodFor(boundary.size(), 0);
  // Not those of an earlier step, which a run that was resumed would not know.
  parallelFor(boundary.size(), [&](std::size_t b) { boundary.volume[b] = 0; });
  parallelFor(some.size(), [&](std::size_t k) {
    const std::uint32_t b = some[k];
    stoodFor[b] = isStoodFor(boundary, b, list.of(k), distanceFrom(b)) ? 1 : 0;
  });
  parallelFor(some.size(), [&](std::size_t k) {
    const std::uint32_t b = some[k];
    if (boundary.repels[b] > 0 || stoodFor[b]) return;
    boundary.volume[b] = static_cast<float>(
        boundary.layer[b] > 0
            ? layeredVolume(boundary, b, list.of(k), stoodFor, kernel, lattice, distanceFrom(b))
            : singleVolume(boundary, list.of(k), kernel, distanceFrom(b)));
  });
}

}  // namespace shoal
