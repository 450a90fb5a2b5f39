#include "shoal/sph/wall_volume.h"

#include <cmath>

namespace shoal {

namespace {

// The sum of W over a row (2D) or plane (3D) of lattice points at distance y.
double rowWeight(const KernelChoice& kernel, double spacing, double y) {
  const int reach = static_cast<int>(kernel.radius / spacing) + 1;
  const int depth = kernel.dimensions == 3 ? reach : 0;
  double weight = 0;
  for (int j = -depth; j <= depth; ++j)
    for (int i = -reach; i <= reach; ++i)
      weight += kernel.weight(std::sqrt(sq(i * spacing) + sq(j * spacing) + sq(y)));
  return weight;
}

}  // namespace

double singleLayerFactor(const KernelChoice& kernel, double spacing) {
  double missing = 0;
  for (int row = 1; row * spacing < kernel.radius; ++row)
    missing += rowWeight(kernel, spacing, row * spacing);
  missing *= std::pow(spacing, kernel.dimensions);
  return missing * rowWeight(kernel, spacing, 0) / rowWeight(kernel, spacing, spacing);
}

void computeWallVolumes(WallSamples& walls, const CellGrid& grid, const KernelChoice& kernel,
                        double spacing) {
  NeighbourList near;
  near.build(walls.x.span(), grid, kernel.radius, true);
  const double gamma = singleLayerFactor(kernel, spacing);
  parallelFor(walls.size(), [&](std::size_t b) {
    double numberDensity = kernel.weight(0);
    for (const std::uint32_t k : near.of(b))
      numberDensity += kernel.weight(double(length(walls.x[b] - walls.x[k])));
    walls.volume[b] = static_cast<float>(gamma / numberDensity);
  });
}

}  // namespace shoal
