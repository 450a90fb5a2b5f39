// The forces between the boundary particles of a tile and the fluid particles near it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/core/period.h"
#include "shoal/coupling/quadrature/surface_tiles.h"
#include "shoal/coupling/quadrature/traction.h"

namespace shoal {

// A boundary particle, seen from the centre of its tile.
struct TileSample {
  Vec3f x;               // m
  Vec3f v;               // m/s
  float size;            // m^2, or m in the plane, times the factor of [MSHG04] eq. 20
  float share1, share2;  // of the second and third vertex of the triangle
};

struct TileForceLaw {
  Traction traction;
  float friction;  // N s/m^4 in space, see frictionFactor
};

// The fluid particles that the lists of tiles point to.
struct FluidNearby {
  std::span<const Vec3f> x;  // m
  std::span<const Vec3f> v;  // m/s
  Period period;
};

// How a tile pushes a particle.
struct Push {
  std::uint32_t particle;
  Vec3f force;  // N
};

// The reaction: forces on the three vertices of the tile's triangle, in N.
using VertexForces = std::array<Vec3d, 3>;

// Memory that is used again from tile to tile: the samples of one tile are all there are, [MSHG04]
// section 5.
struct TileScratch {
  std::vector<TileSample> samples;
  std::vector<float> force;  // x, y and z of a vector of particles after the other
};

// Replaces scratch.samples by the boundary particles of a tile.
void placeSamples(const SurfaceTile& tile, int dimensions, double sampleDistance, bool asImpulses,
                  TileScratch& scratch);

// Computes the forces of the samples on the listed particles, appends those that are not zero to
// `pushes` and returns the reaction, the sum of which is the opposite of theirs to the last digits
// of double: the first vertex takes what the others leave.
VertexForces pushParticles(const TileForceLaw& law, const Vec3f& centre,
                           std::span<const std::uint32_t> particles, const FluidNearby& fluid,
                           TileScratch& scratch, std::vector<Push>& pushes);

}  // namespace shoal
