#include "shoal/sph/wall_volume.h"

#include <cmath>

#include "shoal/sph/lattice.h"

namespace shoal {

namespace {

// The sum of W over a row (2D) or plane (3D) of lattice points at distance y.
double rowWeight(const KernelChoice& kernel, double spacing, double y) {
  double weight = 0;
  forEachLatticePoint(kernel.dimensions - 1, spacing, double(kernel.radius),
                      [&](double r) { weight += kernel.weight(std::hypot(r, y)); });
  return weight;
}

// The derivative of rowWeight by y.
double rowSlope(const KernelChoice& kernel, double spacing, double y) {
  const double e = 1e-4 * spacing;
  return (rowWeight(kernel, spacing, y + e) - rowWeight(kernel, spacing, y - e)) / (2 * e);
}

}  // namespace

WallFit fitWall(const KernelChoice& kernel, double spacing) {
  double weight = 0, slope = 0;
  for (int row = 1; row * spacing < kernel.radius; ++row) {
    weight += rowWeight(kernel, spacing, row * spacing);
    slope += rowSlope(kernel, spacing, row * spacing);
  }
  const double lattice = std::pow(spacing, kernel.dimensions);
  const double volume = 1 / rowWeight(kernel, spacing, 0);

  double near = 0, far = kernel.radius;  // rowWeight falls with distance: bisect
  for (int k = 0; k < 60; ++k) {
    const double middle = (near + far) / 2;
    (volume * rowWeight(kernel, spacing, middle) > lattice * weight ? near : far) = middle;
  }
  return {near - spacing / 2, 2 * lattice * slope / (volume * rowSlope(kernel, spacing, near))};
}

void computeWallVolumes(WallSamples& walls, const CellGrid& grid, const KernelChoice& kernel) {
  const Period& period = grid.period();
  NeighbourList list;
  list.build(walls.x.span(), grid, kernel.radius, true);
  parallelFor(walls.size(), [&](std::size_t b) {
    walls.volume[b] = 0;
    if (walls.repulsion[b] > 0) return;
    double numberDensity = kernel.weight(0);
    for (const std::uint32_t k : list.of(b))
      if (walls.repulsion[k] == 0)
        numberDensity += kernel.weight(double(length(period.shortest(walls.x[b] - walls.x[k]))));
    walls.volume[b] = static_cast<float>(1 / numberDensity);
  });
}

}  // namespace shoal
