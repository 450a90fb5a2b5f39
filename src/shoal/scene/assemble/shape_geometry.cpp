#include "shoal/scene/assemble/shape_geometry.h"

#include "shoal/geometry/mesh/outline.h"
#include "shoal/geometry/sampling/fill.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/scene/assemble/mesh_loading.h"
#include "shoal/scene/assemble/solid_geometry.h"

namespace shoal {

namespace {

// Coordinates beyond this many spacings are too coarse in single precision to tell particles apart.
constexpr double kFarthest = 1e5;

std::string worldKey(auto member) { return entryName(&Scene::world) + "." + entryName(member); }

void checkReach(const Box3d& bounds, double spacing) {
  const double reach = kFarthest * spacing;
  const Box3d near{{-reach, -reach, -reach}, {reach, reach, reach}};
  if (!near.contains(bounds.lower) || !near.contains(bounds.upper))
    fail(
        "reaches further than {:g} spacings from the origin, too far for single precision; "
        "move it nearer or raise {}",
        kFarthest, worldKey(&WorldParams::spacing));
}

}  // namespace

double LoadedFill::estimatedPoints(const WorldParams& world) const {
  return volume.estimate ? volume.estimate(world) : latticePoints(volume.bounds.size(), world);
}

std::vector<Vec3f> LoadedFill::points(const WorldParams& world) const {
  const std::vector<Vec3d> lattice = keyed(place, key, [&] { return volume.points(world); });
  if (lattice.empty())
    throw Error(place, key,
                fmt::format("no particle fits into it; make it larger or lower {}",
                            worldKey(&WorldParams::spacing)));
  std::vector<Vec3f> points;
  points.reserve(lattice.size());
  for (const Vec3d& p : lattice) points.emplace_back(p);
  return points;
}

double LoadedWall::sampleSpacing(const Scene& scene) const {
  const CouplingKind& kind = *solid->surface.coupling;
  const double spacing = scene.world.spacing;
  const KernelChoice kernel = scene.kernel();
  return kind.sampled(kernel) ? kind.placement(kernel, spacing).spacing : spacing;
}

double estimatedSamples(const TriangleMesh& mesh, const SceneSolid& solid, const Scene& scene) {
  const CouplingKind& kind = *solid.surface.coupling;
  const KernelChoice kernel = scene.kernel();
  if (!kind.sampled(kernel)) return 0;
  const auto placement = kind.placement(kernel, scene.world.spacing);
  const double spacing = placement.spacing;
  const int layers = placement.layers;
  double samples = 0;
  if (scene.world.dimensions == 2) {
    for (const Segment& s : sliceAtZeroPlane(mesh)) samples += 1 + length(s.b - s.a) / spacing;
    return layers * samples;
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto [a, b, c] = corners(mesh, t);
    const double area = length(cross(b - a, c - a)) / 2;
    const double rim = length(b - a) + length(c - b) + length(a - c);
    // An edge belongs to two triangles, a corner to six.
    samples += area / sq(spacing) + rim / 2 / spacing + 0.5;
  }
  return layers * samples;
}

std::vector<LoadedFill> loadFills(const Scene& scene) {
  std::vector<LoadedFill> fills;
  for (std::size_t i = 0; i < scene.fluids.size(); ++i) {
    const SceneFluid& fluid = scene.fluids[i];
    for (std::size_t j = 0; j < fluid.fill.size(); ++j) {
      LoadedFill fill{{}, "", &fluid, {}};
      fill.key = fmt::format("{}[{}].{}[{}]", entryName(&Scene::fluids), i,
                             entryName(&SceneFluid::fill), j);
      fill.place = scene.placeOf(fill.key);
      keyed(fill.place, fill.key, [&] {
        fill.volume = fillVolume(fluid.fill[j]);
        checkReach(fill.volume.bounds, scene.world.spacing);
      });
      fills.push_back(std::move(fill));
    }
  }
  return fills;
}

std::vector<LoadedWall> loadWalls(const Scene& scene) {
  std::vector<LoadedWall> walls;
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    if (!scene.solids[i].isWall()) continue;
    LoadedWall wall;
    wall.solid = &scene.solids[i];
    wall.key = fmt::format("{}[{}].{}", entryName(&Scene::solids), i, entryName(&SceneSolid::mesh));
    wall.place = scene.placeOf(wall.key);
    keyed(wall.place, wall.key, [&] {
      PlacedSurface placed = surfaceMesh(*wall.solid, scene.world.spacing);
      wall.mesh = std::move(placed.mesh);
      wall.skin = std::move(placed.skin);
      if (wall.mesh.triangles.empty()) fail("nothing of the surface is left");
      if (!scene.solidsAlone()) checkReach(wall.mesh.bounds(), scene.world.spacing);
    });
    walls.push_back(std::move(wall));
  }
  return walls;
}

}  // namespace shoal
