// The particles of all fluids, the samples of boundaries, and the neighbour lists between them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shoal/core/particles.h"
#include "shoal/core/period.h"
#include "shoal/core/symmetric3.h"
#include "shoal/search/neighbour_list.h"
#include "shoal/sph/kernels/kernels.h"

namespace shoal {

// Material properties of the fluids of a scene, by phase: the index that each particle carries.
struct FluidPhases {
  std::vector<std::string> name;
  std::vector<float> density;    // kg/m^3, at rest
  std::vector<float> viscosity;  // Pa s, dynamic

  std::size_t size() const { return density.size(); }
  void add(std::string phaseName, double restDensity, double dynamicViscosity = 0) {
    name.push_back(std::move(phaseName));
    density.push_back(static_cast<float>(restDensity));
    viscosity.push_back(static_cast<float>(dynamicViscosity));
  }
};

// All particles stand for the same volume V at rest; a particle of a heavier phase has more mass.
// Pair terms are written in relative densities s = rho / rho0, which do not jump where two fluids
// of different density meet, [SP08]: where one fluid is alone this is the usual summation.
struct FluidParticles {
  Particles set{"fluid"};
  Field<Vec3f> x{set, "position", Role::State};     // m, at time t
  Field<Vec3f> v{set, "velocity", Role::State};     // m/s, at time t
  Field<std::uint32_t> id{set, "id", Role::State};  // constant, never reused
  Field<std::uint32_t> phase{set, "phase", Role::State, 0};
  Field<float> s{set, "relativeDensity", Role::State, 1.0f};  // rho / rho0, last evaluated
  Field<float> p{set, "pressure", Role::Scratch};             // Pa
  Field<float> pTerm{set, "pressureTerm", Role::Scratch};     // Pa, P / s^2: what pair forces need
  // Pa, see addPressureAcceleration.
  Field<float> virialPressure{set, "virialPressure", Role::Scratch};
  Field<Vec3f> a{set, "acceleration", Role::Scratch};  // m/s^2

  FluidPhases phases;
  float volume = 0;  // m^3 (m^2 in the plane) of every particle at rest

  std::size_t size() const { return set.size(); }
  bool mixed() const { return phases.size() > 1; }
  float restDensity(std::size_t i) const { return phases.density[phase[i]]; }
  float density(std::size_t i) const { return s[i] * restDensity(i); }
  float mass(std::size_t i) const { return volume * restDensity(i); }
};

// Samples on the surfaces of walls and bodies, each with a volume of the matter behind the surface,
// [AIAST12], [ACAT13].
struct BoundarySamples {
  Particles set{"walls"};
  Field<Vec3f> x{set, "position", Role::State};               // m
  Field<Vec3f> v{set, "velocity", Role::State, Vec3f{}};      // m/s
  Field<std::uint32_t> wall{set, "wall", Role::State};        // the surface it belongs to
  Field<float> friction{set, "friction", Role::State, 0.0f};  // alpha of the viscosity towards it
  Field<float> slip{set, "slip", Role::State, 0.0f};          // 0: no-slip, 1: free-slip
  Field<float> volume{set, "volume", Role::State};            // m^3 (m^2 in the plane)
  Field<float> repels{set, "repels", Role::State, 0.0f};  // 1: repulsive coupling, without volume
  Field<float> adhesion{set, "adhesion", Role::State, 0.0f};  // beta of [ACAT13] eq. 2, m^D/s^2
  Field<float> contactCosine{set, "contactCosine", Role::State, 0.0f};  // of the contact angle
  Field<std::uint32_t> sample{set, "sample", Role::State, 0};           // its number on its surface
  // The layer it belongs to, from 1 on, of a surface that has several; 0 where one layer is all.
  Field<std::uint32_t> layer{set, "layer", Role::State, 0};
  // Of samples on free bodies: 1/kg, velocity change of the sample per impulse on it alone, 0 if it
  // does not move; and m/s^2, own acceleration of the body, by everything except fluid.
  Field<float> mobility{set, "mobility", Role::State, 0.0f};
  Field<Vec3f> ownAcceleration{set, "ownAcceleration", Role::State, Vec3f{}};

  bool anyFriction = false;
  bool anyAdhesion = false;
  float wallPressureFactor = 2;  // see WallFit
  // Of surfaces with several layers: m, between layers; and see planeDensity().
  float layerSpacing = 0, planeDensity = 0;

  std::size_t size() const { return set.size(); }
};

struct Neighbours {
  NeighbourList fluidOfFluid;
  NeighbourList boundaryOfFluid;  // boundary samples near each fluid particle
  NeighbourList fluidOfBoundary;  // fluid particles near each boundary sample
};

class BoundaryResponse;

// Input of passes and solvers besides the fluid itself.
struct FluidSurroundings {
  const BoundarySamples& boundary;
  const Neighbours& near;
  KernelChoice kernel;
  Period period;
  const BoundaryResponse* response = nullptr;  // of samples with mobility; null: they do not move
  // B of each particle, see computeGradientCorrection; null: gradients are not corrected.
  const Symmetric3f* correction = nullptr;
};

}  // namespace shoal
