#include "shoal/world/initial_fluid.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/hash_random.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace {

// Where WorldParams::jitter displaces a particle to: at least by about the last place of a float,
// or it would be lost where coordinates are large.
Vec3f jittered(const WorldParams& world, const Vec3f& x, std::size_t particle) {
  if (world.jitter == 0) return x;
  Vec3f moved = x;
  for (int axis = 0; axis < world.dimensions; ++axis) {
    const float a = x[axis];
    const auto lastPlace = double(std::nextafter(std::abs(a), std::abs(a) + 1) - std::abs(a));
    const double most = std::max(world.jitter * world.spacing, lastPlace);
    moved[axis] = static_cast<float>(double(a) + most * randomSigned(world.seed, particle, axis));
  }
  return moved;
}

}  // namespace

void placeFluid(const WorldSetup& setup, FluidParticles& fluid) {
  const WorldParams& world = setup.world;
  for (const WorldSetup::Fluid& phase : setup.fluids)
    fluid.phases.add(phase.name, phase.material.density, phase.material.viscosity);
  fluid.volume =
      static_cast<float>(world.particleVolume * portable::pow(world.spacing, world.dimensions));
  fluid.set.resize(setup.positions.size());
  for (std::size_t i = 0; i < setup.positions.size(); ++i) {
    fluid.x[i] = jittered(world, setup.positions[i], i);
    fluid.v[i] = setup.velocities.empty() ? Vec3f{} : setup.velocities[i];
    fluid.phase[i] = setup.phases.empty() ? 0 : setup.phases[i];
    fluid.id[i] = static_cast<std::uint32_t>(i);
  }
}

}  // namespace shoal
