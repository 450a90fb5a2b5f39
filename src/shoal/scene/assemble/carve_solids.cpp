#include "shoal/scene/assemble/carve_solids.h"

#include <algorithm>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/core/parallel.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/mesh/mesh_check.h"
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

void removeTaken(AssembledFluid& fluid, const std::vector<std::uint8_t>& taken) {
  eraseTaken(fluid.positions, taken);
  eraseTaken(fluid.velocities, taken);
  eraseTaken(fluid.phases, taken);
}

// Whether a point of the plane is within a closed outline: a ray from it along x crosses it an odd
// number of times.
bool isWithin(const Vec3d& p, std::span<const Segment> outline) {
  bool within = false;
  for (const auto& [a, b] : outline)
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
      within = !within;
  return within;
}

// The wall where it is at the start.
AssembledWall atStart(AssembledWall wall) {
  if (!wall.solid.motion) return wall;
  const Pose pose = Motion(*wall.solid.motion, "solid." + wall.name).pose(0);
  for (Vec3d& v : wall.mesh.vertices) v = pose(v);
  for (Segment& s : wall.outline) s = {pose(s.a), pose(s.b)};
  return wall;
}

void markTakenByWall(std::span<const Vec3f> positions, const AssembledWall& wall, double spacing,
                     std::vector<std::uint8_t>& taken) {
  if (wall.outline.empty()) return markTaken(positions, wall.mesh, spacing, taken);
  constexpr double kDeep = 10;  // spacings that the surface reaches out of the plane
  markTaken(positions, extrudeOutline(wall.outline, kDeep * spacing), spacing, taken);
  parallelFor(positions.size(), [&](std::size_t i) {
    if (isWithin(Vec3d(positions[i]), wall.outline)) taken[i] = 1;
  });
}

// Inside of a closed wall.
std::size_t countInside(const AssembledWall& wall, std::span<const Vec3f> positions) {
  const Box3d bounds = wall.mesh.bounds();
  const MeshDistance distance(wall.mesh);
  std::size_t inside = 0;
  for (const Vec3f& x : positions) {
    const Vec3d p(x);
    if (wall.outline.empty() ? bounds.contains(p) && distance.inside(p) : isWithin(p, wall.outline))
      ++inside;
  }
  return inside;
}

}  // namespace

bool isContainer(const AssembledWall& wall, std::span<const Vec3f> positions) {
  constexpr std::size_t kAsked = 500;  // a few stand for all
  std::vector<Vec3f> some;
  for (std::size_t i = 0; i < positions.size(); i += 1 + positions.size() / kAsked)
    some.push_back(positions[i]);
  return !some.empty() && checkMesh(wall.mesh).closed() &&
         2 * countInside(atStart(wall), some) >= some.size();
}

void carveWalls(AssembledFluid& fluid, const Scene& scene, std::span<const AssembledWall> walls) {
  std::vector<std::uint8_t> taken(fluid.positions.size(), 0);
  for (const AssembledWall& wall : walls)
    if (wall.solid.surface.coupling->make && wall.wet == WetSide::Outside &&
        checkMesh(wall.mesh).closed() && !isContainer(wall, fluid.positions))
      markTakenByWall(fluid.positions, atStart(wall), scene.world.spacing, taken);
  removeTaken(fluid, taken);
}

void carveSolids(AssembledFluid& fluid, const Scene& scene, const SolidsSetup& solids) {
  std::vector<std::uint8_t> taken(fluid.positions.size(), 0);
  for (const SolidsSetup::Solid& solid : solids.solids)
    if (meetsFluid(scene, solid.name))
      markTaken(fluid.positions, solid.surface, scene.world.spacing, taken);
  removeTaken(fluid, taken);
}

}  // namespace shoal
