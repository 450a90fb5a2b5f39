// The band of particles near free surfaces, and their normals.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/core/gathered.h"
#include "shoal/sph/fluid_particles.h"

namespace shoal {

// Calibration of the band with a flat surface of lattice fluid.
struct BandFit {
  double depth = 0;         // m, of the band's middle beneath the surface, weighted by |grad c|
  double across = 0;        // integral of the weight across the band
  double exposedShare = 0;  // the same as wallShare for the kernel of the solver
  double wallShare = 0;     // of a wall sample's volume that makes walls continue the colour
  double wetColour = 0;     // of the fluid at a sample of a wall that it covers
  double wallWeight = 0;    // kernel sum over the samples that the row next to a wall sees
};

// Sources of the colour field: fluid and walls, sorted along the cells of grids of their own.
struct ColourSources {
  GatheredVector<Vec3f> fluid, walls;
  std::vector<float> wallVolume, wallCosine, wallWetness;
  NeighbourList fluidNear, wallNear;  // of the places where the colour is wanted
  NeighbourList fluidNearWall;
  float volume = 0;  // of every particle of the fluid
};

// The colour c is 1 in fluid and walls and 0 outside, smoothed. Its gradient is large in a band of
// two or three particles beneath a surface. The support of the pressure solver is too small for an
// accurate direction, so the band has a larger support and neighbour lists of its own.
class SurfaceBand {
 public:
  SurfaceBand(const KernelChoice& kernel, double spacing, const Period& period);

  void find(const FluidParticles& fluid, const FluidSurroundings& around);

  std::size_t size() const { return particle.size(); }
  const BandFit& fit() const { return fit_; }
  const KernelChoice& reach() const { return reach_; }  // of `near`; of its kernel only the radius

  // Per member of the band; recomputed in every step.
  std::vector<std::uint32_t> particle;
  GatheredVector<Vec3f> x;       // m
  GatheredVector<Vec3f> normal;  // unit vector into the fluid
  std::vector<float> weight;  // 1/m, |grad c| minus a threshold of noise, so that it ends smoothly
  std::vector<std::uint8_t> besideWall;
  NeighbourList near;  // members near each member

 private:
  void findCandidates(const FluidParticles& fluid, const FluidSurroundings& around);
  void findNormals(const FluidParticles& fluid, const FluidSurroundings& around);
  void keepMembers();

  KernelChoice reach_;
  BandFit fit_;
  CellGrid fluidGrid_, wallGrid_, bandGrid_;
  ColourSources sources_;
  std::vector<std::uint8_t> exposed_;
};

BandFit fitBand(const KernelChoice& kernel, double spacing, double reach);

}  // namespace shoal
