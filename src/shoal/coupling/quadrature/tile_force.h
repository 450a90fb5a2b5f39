// The forces between the boundary particles of a tile and the fluid particles near it.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "shoal/core/period.h"
#include "shoal/coupling/quadrature/surface_tiles.h"
#include "shoal/coupling/quadrature/traction.h"

namespace shoal {

struct TileForceLaw {
  Traction traction;
  float friction;  // N s/m^4 in space, see frictionFactor
  float mostTraction = std::numeric_limits<float>::infinity();  // Pa; 0 leaves what attracts
};

// Where the boundary particles of tiles stand whose sides are cut into n parts: their shares of the
// second and third corner, and of the size.
struct SampleTable {
  std::size_t samples = 0;
  std::vector<float> share1, share2, weight;  // with room for wide loads that weighs nothing
};

// Places boundary particles no further than `distance` (m) apart.
class TileSampler {
 public:
  TileSampler(int dimensions, double distance, bool asImpulses, double longestSide);

  int dimensions() const { return dimensions_; }
  bool asImpulses() const { return asImpulses_; }
  const SampleTable& tableFor(const SurfaceTile& tile) const;

 private:
  int dimensions_;
  double distance_;
  bool asImpulses_;                  // whether forces are increased as in [MSHG04] eq. 20
  std::vector<SampleTable> tables_;  // of n = 1, 2, ...
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
  Vec3f force;    // N
  float closing;  // N m/s, this force times the speed at which the two come nearer
};

// The reaction: forces on the three vertices of the tile's triangle, in N.
using VertexForces = std::array<Vec3d, 3>;

// A tile as its samples see it.
struct TileCorners {
  std::array<Vec3f, 3> x, v, share;  // m from the centre, m/s, of the corners of the triangle
  float size = 0;                    // m^2, or m in the plane
};

// Boundary particles, seen from the centre of their tile. The memory is used again from tile to
// tile: those of one tile are all there are, [MSHG04] section 5.
struct TileScratch {
  std::array<std::vector<float>, 3> x, v;  // m, m/s
  std::vector<float> size;                 // m^2, or m in the plane
};

// Computes the forces of a tile on the listed particles, appends those that are not zero to
// `pushes` and returns the reaction, the sum of which is the opposite of theirs to the last digits
// of double: the first vertex takes what the others leave. `centre` is that of the tile, within the
// period.
VertexForces pushParticles(const TileForceLaw& law, const TileSampler& sampler,
                           const SurfaceTile& tile, const Vec3f& centre,
                           std::span<const std::uint32_t> particles, const FluidNearby& fluid,
                           TileScratch& scratch, std::vector<Push>& pushes);

}  // namespace shoal
