// Layers of boundary samples behind a surface: their distance from it, the volume of each sample,
// and the factor of its pressure force.
#pragma once

#include "shoal/sph/fluid_particles.h"

namespace shoal {

// Fluid at rest on a lattice of spacing d ends half a spacing before the wall. Beyond, the kernel
// would see more rows of the lattice; one layer of samples with the volumes of [ACAT13] eq. 1 has
// to replace them all. For the row of particles nearest to a flat wall this asks that
//   density:  V G(s) = d^D sum_k G(k d)                   with V = 1 / G(0)
//   force:    wallPressureFactor V G'(s) = 2 d^D sum_k G'(k d)        k = 1, 2, ...
// where G(y) is the sum of W over a row (in space: a plane) of lattice points at distance y. The
// first gives the distance s between the last particles and the samples, 1.11 d in the plane and
// 1.10 d in space for the cubic spline with R = 2 d; the second the factor of P_i / rho_i^2 in the
// force between particle and sample, 1.74 and 1.75. With the factor 1 of [AIAST12] the fluid finds
// its own distance: it does not leak either, but the pressure beside walls is wrong.
//
// One layer fits the row nearest to the wall only, and only where that row is. Rows are drawn to
// these places by a force that grows with the pressure, so that particles do not pass from row to
// row. Fluid without such places, by corrected gradients or the band-limited kernel, gets walls
// that continue its lattice: layers a spacing apart, the first half a spacing behind the surface,
// as many as the kernel reaches, of samples with the volume of a particle.
struct WallFit {
  double standoff = 0;  // m, of the first layer behind the wall's surface: s - d / 2
  double wallPressureFactor = 2;
  int layers = 1;
};
WallFit fitWall(const KernelChoice& kernel, double spacing);
// The same of walls that have a single layer with any kernel, because they are thin.
WallFit fitThinWall(const KernelChoice& kernel, double spacing);

// The sum of W over a plane of lattice points (in 2D: a row) at one of them, in 1/m^D.
double planeDensity(const KernelChoice& kernel, double spacing);

// Sets boundary.volume to 1 / sum_k W_bk over the samples near b, b included: [ACAT13] eq. 1;
// samples of repulsive couplings have volume 0. Of samples in several layers it is the volume d^D
// of a lattice point, divided by the number density of b's own layer as a share of a lattice
// plane's, or by that of all samples near b, where it is more than a lattice's: solids that overlap
// count once. Samples of a deeper layer that come close to the first, in solids that are thin, have
// volume 0: the first layer behind another face stands for them. The samples must be sorted by
// `grid`. With `fluid`, only samples near its particles are computed, and others have volume 0.
void computeSampleVolumes(BoundarySamples& boundary, const CellGrid& grid,
                          const KernelChoice& kernel, const CellGrid* fluid = nullptr);

}  // namespace shoal
