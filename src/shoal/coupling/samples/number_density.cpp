#include "shoal/coupling/samples/number_density.h"

#include "shoal/core/parallel.h"
#include "shoal/search/neighbour_list.h"
#include "shoal/sph/kernels/kernels.h"

namespace shoal {

std::vector<float> numberDensities(std::span<const Vec3f> samples, double spacing) {
  const auto h = static_cast<float>(2 * spacing);
  const kernels::CubicSpline<float> kernel(h, 3, 1);
  CellGrid grid(h, 3);
  grid.build(samples);
  NeighbourList near;
  near.build(samples, grid, h, false);
  const CellGrid::Coordinates sorted = grid.sorted();
  std::vector<float> densities(samples.size());
  parallelFor(samples.size(), [&](std::size_t k) {
    float sum = 0;
    for (const std::uint32_t j : near.of(k))
      sum += kernel.weight(length(samples[k] - Vec3f{sorted.x[j], sorted.y[j], sorted.z[j]}));
    densities[k] = sum * h * h * h;
  });
  return densities;
}

}  // namespace shoal
