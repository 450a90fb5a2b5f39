// What foam has to know of a simulation, and the units of its parameters there.
#pragma once

#include <cstdint>
#include <span>

#include "shoal/core/box.h"
#include "shoal/core/period.h"
#include "shoal/effects/foam/foam_params.h"
#include "shoal/search/cell_grid.h"
#include "shoal/search/neighbour_list.h"
#include "shoal/sph/kernels/kernels.h"

namespace shoal {

struct FoamScene {
  int dimensions = 3;
  double spacing = 0;  // m, of particles at rest
  Vec3d gravity{};     // m/s^2
  KernelChoice kernel{};
  Period period{};
  Box3d domain;  // m; what leaves it is removed
};

// The fluid at the beginning of a step, in the order of the grid. Passes gather from its vectors,
// see core/gathered.h.
struct FoamFluid {
  std::span<const Vec3f> x;           // m
  std::span<const Vec3f> v;           // m/s
  std::span<const std::uint32_t> id;  // never reused
  const CellGrid& grid;               // with cells of the kernel's radius
  const NeighbourList& near;          // of each particle, within the kernel's radius

  // Boundary samples with their volumes, and those near each particle, which continue the fluid;
  // may be left out.
  std::span<const Vec3f> walls{};
  std::span<const float> wallVolume{};  // m^D
  const NeighbourList* nearWalls = nullptr;
};

// The unit U of speed is sqrt(g d) for particles at a distance d: fluid that moves so fast could
// throw a particle up by half a spacing. Air is entrained where turbulence has more energy than it
// takes to lift fluid by the size of an eddy, [Hir03]; the smallest eddy here is a spacing. All
// units change with the size of a scene as in flows of the same Froude number.
struct FoamScale {
  // An Error if parameters make no sense, or if there is no gravity and no speed.
  FoamScale(const FoamParams& params, const FoamScene& scene);

  double speed;           // m/s, U
  double time;            // s, T = spacing / U
  double particleRadius;  // m, of a ball (in the plane: a disc) with the volume of a particle
  double weights;         // sum of the weights W of [IAAT12] over the neighbours in a lattice
  double neighbours;      // mean number of particles within the kernel's radius of a place
  float wallShare;        // of a sample's volume that makes walls continue the fluid, see WallFit
};

// Share of a ball (in the plane: a disc) of radius `reach` that is not behind a plane at a distance
// `d` from its centre.
double shareBefore(double d, double reach, int dimensions);

}  // namespace shoal
