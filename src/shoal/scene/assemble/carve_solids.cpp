#include "shoal/scene/assemble/carve_solids.h"

#include <algorithm>

#include "shoal/world/solids/solid_room.h"
#include "shoal/world/solids/solids.h"

namespace shoal {

namespace {

bool meetsFluid(const Scene& scene, const std::string& name) {
  return std::any_of(scene.solids.begin(), scene.solids.end(), [&](const SceneSolid& solid) {
    return solid.name == name && solid.surface.coupling->make;
  });
}

template <class T>
void eraseTaken(std::vector<T>& values, const std::vector<std::uint8_t>& taken) {
  if (values.empty()) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < taken.size(); ++i)
    if (!taken[i]) values[kept++] = values[i];
  values.resize(kept);
}

}  // namespace

void carveSolids(AssembledFluid& fluid, const Scene& scene, const SolidsSetup& solids) {
  std::vector<std::uint8_t> taken(fluid.positions.size(), 0);
  for (const SolidsSetup::Solid& solid : solids.solids)
    if (meetsFluid(scene, solid.name))
      markTaken(fluid.positions, solid.surface, scene.world.spacing, taken);
  eraseTaken(fluid.positions, taken);
  eraseTaken(fluid.velocities, taken);
  eraseTaken(fluid.phases, taken);
}

}  // namespace shoal
