#include "shoal/scene/assemble/carve_solids.h"

#include <algorithm>

#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/world/solids/displaced_fluid.h"
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

// Sheets displace nothing; particles that touch them are taken out.
void takePlaceOf(AssembledFluid& fluid, const TriangleMesh& surface, const WorldParams& world,
                 std::vector<std::uint8_t>& taken) {
  if (checkMesh(surface).closed())
    displaceFluid(fluid.positions, surface, world.spacing, world.dimensions, taken);
  else
    markTaken(fluid.positions, surface, world.spacing, taken);
}

}  // namespace

void carveSolids(AssembledFluid& fluid, const Scene& scene, const SolidsSetup& solids) {
  std::vector<std::uint8_t> taken(fluid.positions.size(), 0);
  for (const SolidsSetup::Solid& solid : solids.solids)
    if (meetsFluid(scene, solid.name)) takePlaceOf(fluid, solid.surface, scene.world, taken);
  eraseTaken(fluid.positions, taken);
  eraseTaken(fluid.velocities, taken);
  eraseTaken(fluid.phases, taken);
}

}  // namespace shoal
