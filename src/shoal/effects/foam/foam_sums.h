// Sums over the fluid: what a particle of it could make, and what is around a place.
#pragma once

#include <array>
#include <vector>

#include "shoal/core/gathered.h"
#include "shoal/effects/foam/foam_scale.h"

namespace shoal {

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
  // Out of the fluid; zero inside of it.
  std::span<const Vec3f> normals() const { return normal_; }

 private:
  FoamScene scene_;
  FoamScale scale_;
  GatheredVector<Vec3f> normal_;
  std::vector<float> trappedAir_, crest_;
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
