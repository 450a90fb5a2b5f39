// Pressure loads where solids meet: which of them bears the tangential force on covered samples.
//
// A surface without friction bears pressure along its normal only. Samples do so in the sum, as
// long as fluid is in front of all of them. Where another solid stands on the surface, fluid beside
// its foot is pushed obliquely by the samples that it covers, and as a half-space filled with
// samples pushes fluid along its normal, so the tangential part of that is what the foot of the
// other solid fails to push: with even pressure P, a wall of samples that ends on a floor bears
//   F = P (H - e / 2),   e = integral of |y| W,
// per length instead of P H, and its covered samples push fluid by P e / 2 along the floor. (e / 2
// is 0.17 spacings with the default kernel.) So the tangential force on a covered sample is handed
// to the solid that covers it. Where floor and wall both end at their common edge, their last
// samples are covered in part and stand for what is behind the edge.
//
// How much a sample is covered is the share of other solids in the place in front of it, half a
// spacing off the surface, by a smooth weight of all particles and samples around. Fluid is not
// affected, and the sum of the forces does not change.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "shoal/search/cell_grid.h"
#include "shoal/sph/fluid_particles.h"

namespace shoal {

// A part of the force on one sample that another bears, in N.
struct HandedForce {
  std::uint32_t from, to;
  float share;  // of the tangential force on the first
  Vec3f force;
};

// What stands around the samples.
struct CoverSearch {
  const BoundarySamples& boundary;
  const CellGrid& samples;  // of the boundary
  const FluidParticles& fluid;
  const CellGrid& particles;                        // of the fluid
  std::function<std::size_t(std::size_t)> solidOf;  // the solid of a sample
  std::function<Vec3f(std::size_t)> normalOf;       // of a sample, see SamplePlaces; 0: none
};

// For the forces of pressure on all samples, in N. In the order of the samples that forces come
// from.
std::vector<HandedForce> handedForces(const CoverSearch& search, std::span<const Vec3f> pressure);

}  // namespace shoal
