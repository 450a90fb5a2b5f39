// The particles of a fluid, the samples of the walls it touches, and who is near whom.
#pragma once

#include <cstdint>

#include "shoal/core/particles.h"
#include "shoal/search/neighbour_list.h"
#include "shoal/sph/kernels.h"

namespace shoal {

struct FluidParticles {
  Particles set{"fluid"};
  Field<Vec3f> x{set, "position", Role::State};                 // m, at time t
  Field<Vec3f> v{set, "velocity", Role::State};                 // m/s, predicted for time t
  Field<Vec3f> vHalf{set, "halfVelocity", Role::State};         // m/s, at time t - dt/2
  Field<std::uint32_t> id{set, "id", Role::State};              // never changes, never used again
  Field<float> rho{set, "density", Role::State};                // kg/m^3, at the last evaluation
  Field<float> rhoBefore{set, "densityBefore", Role::Scratch};  // kg/m^3, one step earlier
  Field<float> p{set, "pressure", Role::Scratch};               // Pa
  Field<float> pTerm{set, "pressureTerm", Role::Scratch};       // P / rho^2, what pair forces need
  Field<float> pFelt{set, "pressureFelt", Role::Scratch};       // Pa, see computeAcceleration
  Field<Vec3f> a{set, "acceleration", Role::Scratch};           // m/s^2

  float mass = 0;         // kg, of every particle
  float restDensity = 0;  // kg/m^3

  std::size_t size() const { return set.size(); }
};

// Points on walls that stand for the matter behind them, [AIAST12], [ACAT13].
struct WallSamples {
  Particles set{"walls"};
  Field<Vec3f> x{set, "position", Role::State};         // m
  Field<std::uint32_t> wall{set, "wall", Role::State};  // which wall a sample belongs to
  Field<float> friction{set, "friction", Role::State};  // alpha of the viscosity towards it
  Field<float> volume{set, "volume", Role::State};      // m^3 (m^2 in the plane)

  bool anyFriction = false;
  float mirror = 2;  // see WallFit

  std::size_t size() const { return set.size(); }
};

struct Neighbours {
  NeighbourList fluidOfFluid;
  NeighbourList wallOfFluid;  // wall samples near each fluid particle
  NeighbourList fluidOfWall;  // fluid particles near each wall sample
};

}  // namespace shoal
