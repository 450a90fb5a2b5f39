// Particles pushed by tiles, integrated implicitly over a step.
#pragma once

#include <span>
#include <vector>

#include "shoal/core/symmetric3.h"
#include "shoal/coupling/quadrature/flat_wall.h"
#include "shoal/coupling/quadrature/surface_tiles.h"

namespace shoal {

// A tile that pushes a particle.
struct WallContact {
  std::uint32_t particle = 0;  // among those near surfaces
  std::uint32_t body = 0;
  Triangle vertices{};
  Vec3d shares{};        // of the vertices at the point of the tile that is nearest
  Vec3f normal{};        // of the tile, towards the particle
  float push = 0;        // N, along the normal
  float wallSpeed = 0;   // m/s, of that point along the normal
  double change = 0;     // N, by which the force along the normal differs from `push`
  double stiffness = 0;  // N/m, by which it grows with the way of the wall during the step
};

// What its contacts need to know of a tile.
class ContactTile {
 public:
  // The tile has to outlive it.
  ContactTile(const SurfaceTile& tile, int dimensions);

  // With a particle at the place `fromCentre` (m), which the tile pushes by `force` (N).
  WallContact contact(std::uint32_t particle, const Vec3f& fromCentre, const Vec3f& force) const;

 private:
  const SurfaceTile& tile_;
  Vec3d normal_;
  // Shares of the second and third corner at the foot of a perpendicular from p are those of the
  // centre and dot(gradient, p).
  double atCentre_;
  Vec3d second_, third_;  // 1/m
};

// Backward Euler for the particles beside surfaces. A particle is pushed with F0 by all tiles
// together: it is as far from a flat wall as that takes, z with F(z) = F0. At the end of the step
//   F1 = F(z + dt (w + dt F1 / m))
// with the speed w away from the wall that it would have without the wall. The slope between the
// two, K, is shared among its contacts as their pushes are, and velocities u of the end follow from
//   m u = m w + dt (f0 - dt sum_c K_c n_c (n_c . u - wallSpeed_c)),
// so that particles in corners and gaps feel each wall. The force is the same for particles at
// rest, for any dt, and nothing limits the step but how far particles move.
//
// The wall moves on with its velocity meanwhile. Each metre that it is elsewhere at the end changes
// the force by K_c / (1 + dt^2 K / m): the particle gives way.
class ImplicitContacts {
 public:
  struct Particle {
    Vec3d free;   // m/s, velocity at the end of the step without any wall
    Vec3d force;  // N, f0
    double mass;  // kg
  };

  // Sets `change` and `stiffness` of all contacts.
  void solve(std::span<const Particle> particles, const FlatWall& wall, double dt,
             std::span<WallContact> contacts);

 private:
  void groupByParticle(std::size_t particles, std::span<const WallContact> contacts);
  static void solveParticle(const Particle& particle, const FlatWall& wall, double dt,
                            std::span<const std::uint32_t> own, std::span<WallContact> contacts);

  // The contacts of each particle, in their order: those of particle i from first_[i] on.
  std::vector<std::uint32_t> first_, of_;
};

}  // namespace shoal
