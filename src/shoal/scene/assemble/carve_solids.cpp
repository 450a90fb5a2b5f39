#include "shoal/scene/assemble/carve_solids.h"

#include <algorithm>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/geometry/distance/distance.h"
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

void removeTaken(AssembledFluid& fluid, const std::vector<std::uint8_t>& taken) {
  eraseTaken(fluid.positions, taken);
  eraseTaken(fluid.velocities, taken);
  eraseTaken(fluid.phases, taken);
}

// The surface of a wall where it is at the start; in the plane, its outline drawn out as far as
// `halfDepth` to either side.
TriangleMesh surfaceAtStart(const AssembledWall& wall, double halfDepth) {
  TriangleMesh surface = wall.outline.empty() ? wall.mesh : extrudeOutline(wall.outline, halfDepth);
  if (!wall.solid.motion) return surface;
  const Pose pose = Motion(*wall.solid.motion, "solid." + wall.name).pose(0);
  for (Vec3d& v : surface.vertices) v = pose(v);
  return surface;
}

std::size_t countInside(const TriangleMesh& surface, std::span<const Vec3f> positions) {
  const MeshDistance distance(surface);
  return static_cast<std::size_t>(
      std::count_if(positions.begin(), positions.end(),
                    [&](const Vec3f& x) { return distance.inside(Vec3d(x)); }));
}

}  // namespace

bool isContainer(const AssembledWall& wall, std::span<const Vec3f> positions) {
  constexpr std::size_t kAsked = 500;  // a few stand for all
  std::vector<Vec3f> some;
  for (std::size_t i = 0; i < positions.size(); i += 1 + positions.size() / kAsked)
    some.push_back(positions[i]);
  return !some.empty() && checkMesh(wall.mesh).closed() &&
         2 * countInside(surfaceAtStart(wall, 1), some) >= some.size();
}

void carveWalls(AssembledFluid& fluid, const Scene& scene, std::span<const AssembledWall> walls) {
  const WorldParams& world = scene.world;
  const double deep = 20 * world.spacing;  // beyond what displaceFluid looks at
  std::vector<std::uint8_t> taken(fluid.positions.size(), 0);
  for (const AssembledWall& wall : walls)
    if (wall.solid.surface.coupling->make && wall.wet == WetSide::Outside &&
        checkMesh(wall.mesh).closed() && !isContainer(wall, fluid.positions))
      displaceFluid(fluid.positions, surfaceAtStart(wall, deep), world.spacing, world.dimensions,
                    taken);
  removeTaken(fluid, taken);
}

void clearSolids(AssembledFluid& fluid, const Scene& scene, const SolidsSetup& solids) {
  std::vector<std::uint8_t> taken(fluid.positions.size(), 0);
  for (const SolidsSetup::Solid& solid : solids.solids)
    if (meetsFluid(scene, solid.name))
      markTaken(fluid.positions, solid.surface, scene.world.spacing, taken);
  removeTaken(fluid, taken);
}

void carveSolids(AssembledFluid& fluid, const Scene& scene, const SolidsSetup& solids) {
  std::vector<std::uint8_t> taken(fluid.positions.size(), 0);
  for (const SolidsSetup::Solid& solid : solids.solids)
    if (meetsFluid(scene, solid.name)) takePlaceOf(fluid, solid.surface, scene.world, taken);
  removeTaken(fluid, taken);
}

}  // namespace shoal
