#include "shoal/scene/assemble/shape_geometry.h"

#include <numbers>

#include "shoal/coupling/table/coupling_table.h"
#include "shoal/geometry/mesh/mesh_check.h"
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

void loadFill(LoadedFill& fill) {
  const FillShape& shape = *fill.shape;
  if (shape.file) {
    fill.mesh = loadFile(*shape.file);
    const MeshReport report = checkMesh(fill.mesh);
    if (!report.closed())
      fail("{}: {}; only a closed mesh can be filled", shape.file->path, report.summary());
    fill.bounds = fill.mesh.bounds();
  } else if (shape.sphere) {
    fill.bounds = Box3d{shape.sphere->centre, shape.sphere->centre}.grown(shape.sphere->radius);
  } else if (shape.bowl) {
    const BowlShape& bowl = *shape.bowl;
    fill.mesh = makeLiddedBowl(bowl.centre, bowl.radius, bowl.depth, cellOf(bowl));
    fill.bounds = fill.mesh.bounds();
  } else if (shape.box) {
    fill.bounds = *shape.box;
  } else {
    fail("no shape is given");
  }
}

double latticePoints(const Vec3d& size, const WorldParams& world) {
  double points = 1;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(world.dimensions); ++axis)
    points *= std::max(1.0, std::floor(size[axis] / world.spacing + 1e-3));
  return points;
}

}  // namespace

double LoadedFill::estimatedPoints(const WorldParams& world) const {
  const double points = latticePoints(bounds.size(), world);
  if (shape->bowl && world.dimensions == 3)
    return std::abs(mesh.signedVolume()) / cube(world.spacing);
  if (!shape->sphere) return points;
  const double share = world.dimensions == 2 ? std::numbers::pi / 4 : std::numbers::pi / 6;
  return points * share;
}

std::vector<Vec3f> LoadedFill::points(const WorldParams& world) const {
  const std::vector<Vec3d> lattice = keyed(place, key, [&] {
    if (shape->box) return fillBox(*shape->box, world.spacing, world.dimensions);
    if (shape->file || shape->bowl) return fillMesh(mesh, world.spacing, world.dimensions);
    const BallShape& sphere = *shape->sphere;
    return fillSphere(sphere.centre, sphere.radius, world.spacing, world.dimensions);
  });
  if (lattice.empty())
    throw Error(place, key,
                fmt::format("no particle fits into it; make it larger or lower {}",
                            worldKey(&WorldParams::spacing)));
  std::vector<Vec3f> points;
  points.reserve(lattice.size());
  for (const Vec3d& p : lattice) points.emplace_back(p);
  return points;
}

double LoadedWall::sampleSpacing(const WorldParams& world) const {
  const CouplingKind& kind = couplingKind(solid->surface.coupling);
  return kind.sampled() ? kind.placement(kernelOf(world), world.spacing).spacing : world.spacing;
}

double LoadedWall::estimatedSamples(const WorldParams& world) const {
  if (!couplingKind(solid->surface.coupling).sampled()) return 0;
  const double spacing = sampleSpacing(world);
  double samples = 0;
  if (world.dimensions == 2) {
    for (const Segment& s : sliceAtZeroPlane(mesh)) samples += 1 + length(s.b - s.a) / spacing;
    return samples;
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto [a, b, c] = corners(mesh, t);
    const double area = length(cross(b - a, c - a)) / 2;
    const double rim = length(b - a) + length(c - b) + length(a - c);
    // An edge belongs to two triangles, a corner to six.
    samples += area / sq(spacing) + rim / 2 / spacing + 0.5;
  }
  return samples;
}

std::vector<LoadedFill> loadFills(const Scene& scene) {
  std::vector<LoadedFill> fills;
  for (std::size_t i = 0; i < scene.fluids.size(); ++i) {
    const SceneFluid& fluid = scene.fluids[i];
    for (std::size_t j = 0; j < fluid.fill.size(); ++j) {
      LoadedFill fill{{scene.file.string()}, "", &fluid, &fluid.fill[j], {}, {}};
      fill.key = fmt::format("{}[{}].{}[{}]", entryName(&Scene::fluids), i,
                             entryName(&SceneFluid::fill), j);
      keyed(fill.place, fill.key, [&] {
        loadFill(fill);
        checkReach(fill.bounds, scene.world.spacing);
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
    LoadedWall wall{{scene.file.string()}, "", &scene.solids[i], {}};
    wall.key = fmt::format("{}[{}].{}", entryName(&Scene::solids), i, entryName(&SceneSolid::mesh));
    keyed(wall.place, wall.key, [&] {
      wall.mesh = surfaceMesh(*wall.solid, scene.world.spacing);
      if (wall.mesh.triangles.empty()) fail("nothing of the surface is left");
      if (!scene.solidsAlone()) checkReach(wall.mesh.bounds(), scene.world.spacing);
    });
    walls.push_back(std::move(wall));
  }
  return walls;
}

}  // namespace shoal
