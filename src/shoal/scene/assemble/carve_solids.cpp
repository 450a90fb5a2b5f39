#include "shoal/scene/assemble/carve_solids.h"

#include <algorithm>

#include "shoal/core/parallel.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/world/solids/solids.h"

namespace shoal {

namespace {

bool meetsFluid(const Scene& scene, const std::string& name) {
  return std::any_of(scene.solids.begin(), scene.solids.end(), [&](const SceneSolid& solid) {
    return solid.name == name && solid.surface.coupling->make;
  });
}

void markTaken(std::span<const Vec3f> x, const TriangleMesh& mesh, double room,
               std::vector<std::uint8_t>& taken) {
  const MeshDistance distance(mesh);
  const bool closed = checkMesh(mesh).closed();
  const Box3d reach = mesh.bounds().grown(room);
  parallelFor(x.size(), [&](std::size_t i) {
    const Vec3d p(x[i]);
    if (!reach.contains(p)) return;
    if (distance.distance(p, room) < room || (closed && distance.inside(p))) taken[i] = 1;
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
  constexpr double kRoom = 0.49;  // spacings; what fills a basin to its walls is half a spacing off
  const double room = kRoom * scene.world.spacing;
  std::vector<std::uint8_t> taken(fluid.positions.size(), 0);
  for (const SolidsSetup::Solid& solid : solids.solids)
    if (meetsFluid(scene, solid.name)) markTaken(fluid.positions, solid.surface, room, taken);
  eraseTaken(fluid.positions, taken);
  eraseTaken(fluid.velocities, taken);
  eraseTaken(fluid.phases, taken);
}

}  // namespace shoal
