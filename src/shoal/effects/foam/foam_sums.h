// Sums over the fluid: what a particle of it could make, and what is around a place.
#pragma once

#include <array>
#include <vector>

#include "shoal/core/gathered.h"
#include "shoal/effects/foam/foam_scale.h"

namespace shoal {

// Of one pass over the fluid.
struct FoamPass {
  const FoamFluid& fluid;
  const FoamScene& scene;
  float volume, wallShare;  // of a particle, m^D; see FoamScale
  float steepest;           // 1/m, gradient of the colour that tells a surface
  float slowest;            // m/s
  float perWeights;         // 1 over the sum of all weights in a lattice
};

// Sums over the neighbours of each particle of the fluid. In a lattice the sum of all weights
// W = 1 - r / R, [IAAT12], is one: then the sums are means, and do not grow with the support.
class FoamSums {
 public:
  explicit FoamSums(const FoamScene& scene, const FoamScale& scale)
      : scene_(scene), scale_(scale) {}

  // For particles faster than `slowest`, in m/s; others have sums of zero.
  void find(const FoamFluid& fluid, double slowest);

  // m/s, sum of |v_ij| (1 - cos(v_ij, x_ij)) W: [IAAT12].
  std::span<const float> trappedAir() const { return trappedAir_; }
  // Sum of (1 - cos(n_i, n_j)) W over the neighbours behind the surface's tangent plane, of
  // particles at the surface that move outwards: [IAAT12]. Deviation: normals of
  // particles inside of the fluid are noise, and count nowhere.
  std::span<const float> crest() const { return crest_; }
  // Out of the fluid, zero inside of it; of particles faster than `slowest`.
  std::span<const Vec3f> normals() const { return normal_; }

 private:
  void findNeededNormals(const FoamFluid& fluid);

  FoamScene scene_;
  FoamScale scale_;
  GatheredVector<Vec3f> normal_;
  std::vector<float> trappedAir_, crest_;
  std::vector<std::uint8_t> known_;     // which normals are
  std::vector<std::uint32_t> crests_;   // particles at the surface that move outwards
  std::vector<std::uint32_t> unknown_;  // neighbours of these whose normals are not known yet
};

// The fluid around places that are no particles of it.
struct FluidAround {
  float neighbours = 0;  // particles within the kernel's radius
  Vec3f velocity;        // m/s, mean by weights of the distance: [IAAT12]
};

// The velocities of the fluid by component, for passes over candidates.
class FluidVelocities {
 public:
  void set(std::span<const Vec3f> v);
  CellGrid::Coordinates values() const { return {v_[0].data(), v_[1].data(), v_[2].data()}; }

 private:
  std::array<std::vector<float>, 3> v_;  // with room for one wide load beyond the last
};

// Deviation from [IAAT12]: the kernel is (1 - r^2 / R^2)^3, which needs no root.
void findFluidAround(const CellGrid& grid, const FluidVelocities& velocities, float radius,
                     std::span<const Vec3f> places, std::span<FluidAround> found);

}  // namespace shoal
