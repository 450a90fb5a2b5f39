// The volume that each wall sample stands for.
#pragma once

#include "shoal/sph/fluid.h"

namespace shoal {

// V_b = gamma / sum_k W_bk over the samples near b, b included: [ACAT13] eq. 1 times a factor for
// walls of a single layer.
//
// Where gamma comes from. Fluid at rest on a lattice of spacing d ends half a spacing before the
// wall's surface, and the samples stand half a spacing behind it, where the lattice would go on. One
// layer of samples must then replace all the layers that the kernel would see. For the row of
// particles nearest to a flat wall sampled at d, that asks for
//   gamma V G(d) = d^D (G(d) + G(2d) + ...),   V = 1 / G(0),
// with G(y) the sum of W over a row (in space: a plane) of lattice points at distance y. For the
// cubic spline with R = 2d it gives 0.70 in space and 0.68 in the plane.
double singleLayerFactor(const KernelChoice& kernel, double spacing);

// Sets walls.volume. Samples must be sorted by `grid`.
void computeWallVolumes(WallSamples& walls, const CellGrid& grid, const KernelChoice& kernel,
                        double spacing);

}  // namespace shoal
