#include "shoal/scene/assemble/assembly.h"

#include <algorithm>
#include <cmath>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/core/formula.h"
#include "shoal/core/memory.h"
#include "shoal/core/parallel.h"
#include "shoal/core/parameter_difference.h"
#include "shoal/core/portable.h"
#include "shoal/formats/frame_format.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/scene/assemble/carve_solids.h"
#include "shoal/scene/assemble/default_domain.h"
#include "shoal/scene/assemble/shape_geometry.h"
#include "shoal/scene/assemble/solid_assembly.h"
#include "shoal/scene/assemble/start_state.h"
#include "shoal/search/kd_tree.h"
#include "shoal/world/solids/solids.h"
#include "shoal/world/sources/nozzle.h"
#include "shoal/world/world_foam.h"

namespace shoal {

namespace {

constexpr double kMostParticles = 50e6;
constexpr double kBytesPerParticle = 600;  // state, forces, and a list of some thirty neighbours
constexpr double kGibibyte = 1 << 30;
constexpr double kClosestFill = 0.5;  // spacings between particles of different shapes

ParticleEstimate estimate(std::span<const LoadedFill> fills, std::span<const LoadedWall> walls,
                          const Scene& scene) {
  ParticleEstimate sum;
  if (scene.solidsAlone()) return sum;
  for (const LoadedFill& fill : fills) sum.fluid += fill.estimatedPoints(scene.world);
  for (const LoadedWall& wall : walls) sum.walls += wall.estimatedSamples(scene);
  return sum;
}

// The number rounded up to two digits.
double roundedUp(double number) {
  const double unit = portable::pow(10.0, std::floor(portable::log10(number)) - 1);
  return std::ceil(number / unit) * unit;
}

// An Error before more is allocated than the machine has, or than any that this is meant for.
void checkSize(const Scene& scene, double particles) {
  const double most = std::min(kMostParticles, machineMemory() / kBytesPerParticle);
  if (particles <= most) return;
  const double factor = portable::pow(particles / most, 1.0 / scene.world.dimensions);
  const std::string key = entryName(&Scene::world) + "." + entryName(&WorldParams::spacing);
  throw Error(
      scene.placeOf(key), key,
      fmt::format("would make {:.2g} particles, {:.2g} GiB, where {:.2g} GiB are the most; "
                  "raise it to about {:.2g}",
                  particles, particles * kBytesPerParticle / kGibibyte,
                  most * kBytesPerParticle / kGibibyte, roundedUp(scene.world.spacing * factor)));
}

// Of the solids that forces move.
double estimateFreeSamples(const Scene& scene, const SolidsSetup& solids) {
  double sum = 0;
  for (const SolidsSetup::Solid& free : solids.solids)
    for (const SceneSolid& solid : scene.solids)
      if (solid.name == free.name) sum += estimatedSamples(free.surface, solid, scene);
  return sum;
}

void checkSolvers(const Scene& scene) {
  const std::string list = entryName(&Scene::fluids);
  for (std::size_t i = 1; i < scene.fluids.size(); ++i)
    if (const auto key = firstDifference(scene.fluids[0].solving, scene.fluids[i].solving))
      throw Error(scene.placeOf(fmt::format("{}[{}].{}", list, i, *key)),
                  fmt::format("{}[{}].{}", list, i, *key),
                  fmt::format("differs from {}[0]; all fluids of a scene share one solver", list));
}

// Those of the points that are not too close to the particles there already.
std::vector<Vec3f> withoutOverlap(std::vector<Vec3f> points, std::span<const Vec3f> there,
                                  float distance) {
  Box3f around;
  for (const Vec3f& p : points) around.extend(p);
  around = around.grown(distance);
  std::vector<Vec3f> near;
  for (const Vec3f& p : there)
    if (around.contains(p)) near.push_back(p);
  if (near.empty()) return points;

  const KdTree tree(near);
  std::vector<char> keep(points.size());
  parallelFor(points.size(), [&](std::size_t i) {
    keep[i] = tree.closest(points[i])->distance >= distance ? 1 : 0;
  });
  std::vector<Vec3f> kept;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (keep[i]) kept.push_back(points[i]);
  return kept;
}

// What the fluid's formula gives at the points.
void addVelocities(const Scene& scene, const SceneFluid& fluid, std::span<const Vec3f> points,
                   std::vector<Vec3f>& velocities) {
  const VectorFormula velocity(fluid.velocity);
  for (const Vec3f& x : points) {
    const Vec3d v = velocity(Vec3d(x), 0);
    if (!std::isfinite(length(v)))
      throw Error({scene.file.string()}, "fluid." + fluid.name + ".velocity",
                  fmt::format("is not a number at ({:.4g}, {:.4g}, {:.4g}) m; change the formula",
                              x.x, x.y, x.z));
    velocities.emplace_back(v);
  }
}

AssembledFluid assembleFluid(const Scene& scene, std::span<const LoadedFill> fills) {
  const WorldParams& world = scene.world;
  AssembledFluid fluid;
  const auto distance = static_cast<float>(kClosestFill * world.spacing);
  for (const LoadedFill& fill : fills) {
    const std::vector<Vec3f> points = withoutOverlap(fill.points(world), fluid.positions, distance);
    fluid.positions.insert(fluid.positions.end(), points.begin(), points.end());
    addVelocities(scene, *fill.fluid, points, fluid.velocities);
    fluid.phases.resize(fluid.positions.size(),
                        static_cast<std::uint32_t>(fill.fluid - scene.fluids.data()));
  }
  return fluid;
}

std::vector<Vec3f> mouthsOf(const SourceParams& sources) {
  std::vector<Vec3f> mouths;
  for (const EmitterParams& e : sources.emitters) mouths.emplace_back(e.nozzle.centre);
  for (const InflowParams& i : sources.inflows) mouths.emplace_back(i.nozzle.centre);
  return mouths;
}

// The side of a wall that fluid touches, with WetSide::Auto resolved as the parameter's sentence
// says.
WetSide wetSide(const LoadedWall& wall, const AssembledFluid& fluid, const Scene& scene) {
  if (wall.solid->wet != WetSide::Auto) return wall.solid->wet;
  const MeshShape& shape = wall.solid->mesh;
  if (shape.plane) return WetSide::Outside;
  if (shape.box && !shape.box->open.empty()) return WetSide::Inside;
  if (!checkMesh(wall.mesh).closed()) return WetSide::Both;
  const Box3d bounds = wall.mesh.bounds();
  const std::vector<Vec3f> mouths = mouthsOf(scene.sources);
  const std::vector<Vec3f>& all = fluid.positions.empty() ? mouths : fluid.positions;
  const bool holdsAll = !all.empty() && std::all_of(all.begin(), all.end(), [&](const Vec3f& p) {
    return bounds.contains(Vec3d(p));
  });
  return holdsAll ? WetSide::Inside : WetSide::Outside;
}

// Where the solid is beside its mesh.
SolidSide solidSide(const AssembledWall& wall) {
  if (wall.wet == WetSide::Both) return SolidSide::None;
  const bool inverted = checkMesh(wall.mesh).closed() && wall.mesh.signedVolume() < 0;
  return (wall.wet == WetSide::Inside) != inverted ? SolidSide::Above : SolidSide::Below;
}

// Space that repeats shows the samples of one period only.
void cutToPeriod(std::vector<Vec3f>& samples, std::vector<Vec3f>* normals,
                 const WorldParams& world) {
  const Period period = periodOf(world);
  const auto rim = static_cast<float>(1e-3 * world.spacing);
  const auto isOutside = [&](const Vec3f& x) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (!(period.length[axis] > 0)) continue;
      const float at = x[axis] - period.lower[axis];
      if (at < -rim || at >= period.length[axis] - rim) return true;
    }
    return false;
  };
  std::size_t kept = 0;
  for (std::size_t k = 0; k < samples.size(); ++k) {
    if (isOutside(samples[k])) continue;
    samples[kept] = period.wrapped(samples[k]);
    if (normals) (*normals)[kept] = (*normals)[k];
    ++kept;
  }
  samples.resize(kept);
  if (normals) normals->resize(kept);
}

void cutToPeriod(SamplePlaces& places, const WorldParams& world) {
  const auto normalsOf = [&](std::size_t layer) {
    return places.normals.empty() ? nullptr : &places.normals[layer];
  };
  cutToPeriod(places.first, normalsOf(0), world);
  for (std::size_t k = 0; k < places.deeper.size(); ++k)
    cutToPeriod(places.deeper[k], normalsOf(k + 1), world);
}

AssembledWall assembleWall(LoadedWall&& loaded, const AssembledFluid& fluid, const Scene& scene) {
  const WorldParams& world = scene.world;
  AssembledWall wall;
  wall.name = loaded.solid->name;
  wall.wet = wetSide(loaded, fluid, scene);
  wall.solid = *loaded.solid;
  wall.mesh = std::move(loaded.mesh);
  wall.skin = std::move(loaded.skin);
  if (scene.solidsAlone()) return wall;
  if (world.dimensions == 2) {
    wall.outline = sliceAtZeroPlane(wall.mesh);
    if (wall.outline.empty())
      throw Error(loaded.place, loaded.key,
                  "does not cut the plane z = 0, in which a 2D scene lives");
  }
  const CouplingKind& kind = *wall.solid.surface.coupling;
  const KernelChoice kernel = scene.kernel();
  if (!kind.sampled(kernel)) return wall;
  wall.samples = placeSamples(wall.mesh, solidSide(wall), kind.placement(kernel, world.spacing),
                              world.dimensions);
  cutToPeriod(wall.samples, world);
  return wall;
}

// A motion that is not finite at a later time is an error before the run starts.
void checkMotions(const Assembly& assembly, double until) {
  for (const AssembledWall& wall : assembly.walls) {
    if (!wall.solid.motion) continue;
    constexpr int kLooks = 1000;
    const Motion motion(*wall.solid.motion, "solid." + wall.name);
    for (int k = 0; k <= kLooks; ++k) motion.pose(until * k / kLooks);
  }
}

// Solids that were not in the run that it starts from take room from the fluid of that.
void takeOver(Assembly& assembly, const StartState& start, const Scene& scene) {
  takeOverFluid(assembly.fluid, start, static_cast<float>(kClosestFill * scene.world.spacing));
  assembly.earlier = start.solids;
  assembly.notes = start.notes;
  if (!assembly.solids) return;
  SolidsSetup fresh;
  for (const SolidsSetup::Solid& solid : assembly.solids->solids)
    if (!start.solids || !start.solids->find(solid.name)) fresh.solids.push_back(solid);
  clearSolids(assembly.fluid, scene, fresh);
}

// Static and kinematic solids as spray, foam and bubbles meet them, if the run writes those.
std::shared_ptr<const FoamSetup> foamSetup(const Scene& scene, const Assembly& assembly) {
  const std::vector<std::string>& words = scene.run.write;
  if (std::find(words.begin(), words.end(), kFoamWord) == words.end()) return nullptr;
  auto setup = std::make_shared<FoamSetup>();
  setup->params = scene.foam;
  for (const AssembledWall& wall : assembly.walls) {
    const FluidRoom room = wall.wet == WetSide::Inside    ? FluidRoom::Inside
                           : wall.wet == WetSide::Outside ? FluidRoom::Outside
                                                          : FluidRoom::BothSides;
    setup->walls.push_back({wall.mesh, room, wall.solid.motion});
  }
  return setup;
}

}  // namespace

ParticleEstimate estimateParticles(const Scene& scene) {
  return estimate(loadFills(scene), loadWalls(scene), scene);
}

Assembly assemble(const Scene& scene) {
  checkSolvers(scene);
  checkSolids(scene);
  const std::vector<LoadedFill> fills = loadFills(scene);
  std::vector<LoadedWall> walls = loadWalls(scene);
  if (fills.empty() && scene.solids.empty() && !scene.start && mouthsOf(scene.sources).empty())
    fail("{}: the scene is empty; add a [[{}]] or a [[{}]]", scene.file.string(),
         entryName(&Scene::fluids), entryName(&Scene::solids));
  const double particles = estimate(fills, walls, scene).total();
  checkSize(scene, particles);

  Assembly assembly;
  assembly.fluid = assembleFluid(scene, fills);
  std::optional<StartState> start;
  if (scene.start) start = readStart(scene);
  // Fills tell better than particles, of which some may have left their tank.
  const bool filled = !start || !assembly.fluid.positions.empty();
  for (LoadedWall& wall : walls)
    assembly.walls.push_back(
        assembleWall(std::move(wall), filled ? assembly.fluid : start->fluid, scene));
  checkMotions(assembly, scene.run.until);
  assembly.solids = assembleSolids(scene, assembly.walls);
  if (assembly.solids && !scene.solidsAlone())
    checkSize(scene, particles + estimateFreeSamples(scene, *assembly.solids));
  carveWalls(assembly.fluid, scene, assembly.walls);
  if (assembly.solids) carveSolids(assembly.fluid, scene, *assembly.solids);
  if (start) takeOver(assembly, *start, scene);
  if (!assembly.solids) assembly.obstacles = assembleObstacles(scene, assembly.walls);
  assembly.domain = scene.world.domain.value_or(defaultDomain(assembly, scene));
  return assembly;
}

WorldSetup worldSetup(const Scene& scene, const Assembly& assembly) {
  WorldSetup setup;
  setup.world = scene.world;
  setup.timeStep = scene.timeStep;
  setup.solver = scene.solving();
  if (!scene.fluids.empty()) setup.fluids.clear();
  for (const SceneFluid& fluid : scene.fluids) setup.fluids.push_back({fluid.name, fluid.material});
  setup.phases = assembly.fluid.phases;
  setup.positions = assembly.fluid.positions;
  setup.velocities = assembly.fluid.velocities;
  for (const AssembledWall& wall : assembly.walls)
    setup.surfaces.push_back({.solid = wall.name,
                              .params = wall.solid.surface,
                              .samples = wall.samples,
                              .velocity = wall.solid.velocity,
                              .motion = wall.solid.motion});
  for (const SceneSolid& solid : scene.solids)
    if (!solid.isWall())
      setup.surfaces.push_back({.solid = solid.name, .params = solid.surface, .free = true});
  setup.solids = assembly.solids;
  setup.obstacles = assembly.obstacles;
  setup.earlier = assembly.earlier;
  setup.forces = scene.forces;
  setup.foam = foamSetup(scene, assembly);
  setup.sources = scene.sources;
  setup.probes = scene.probes;
  setup.domain = assembly.domain;
  return setup;
}

std::unique_ptr<World> worldFrom(const Scene& scene) {
  return std::make_unique<World>(worldSetup(scene, assemble(scene)));
}

}  // namespace shoal
