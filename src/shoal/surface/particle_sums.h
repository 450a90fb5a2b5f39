// Sums over the particles near a place, with the kernel of surface fields.
#pragma once

#include <span>
#include <vector>

#include "shoal/core/symmetric3.h"
#include "shoal/search/cell_grid.h"

namespace shoal {

// Sums of (1 - r^2 / support^2)^3 over the points of a grid, whose cells are at least `support`
// wide, at some places. With `weights`, those of the points are factors.
void sumKernel(const CellGrid& grid, std::span<const Vec3f> places, float support,
               std::span<const float> weights, std::span<float> sums);

// The same kernel times the value of a point, over the sum of the kernel: means of a quantity of
// the points. Where there is no point, the mean is `otherwise`.
void meanOf(const CellGrid& grid, std::span<const Vec3f> places, float support,
            std::span<const float> values, float otherwise, std::span<float> means);

// Mean place and covariance of the points around each sorted point of a grid, itself included, with
// weights 1 - (r / radius)^3, [YT13] eq. 9 to 11; and the sum of the weights.
struct Surrounding {
  Vec3f mean;              // m, from the point on
  Symmetric3f covariance;  // m^2
  float weight = 0;
};
void findSurroundings(const CellGrid& grid, float radius, std::span<Surrounding> found);

}  // namespace shoal
