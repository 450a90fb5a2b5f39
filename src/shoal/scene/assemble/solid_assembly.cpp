#include "shoal/scene/assemble/solid_assembly.h"

#include <algorithm>

#include "shoal/geometry/mesh/outline.h"
#include "shoal/scene/assemble/mesh_loading.h"
#include "shoal/scene/assemble/solid_geometry.h"
#include "shoal/scene/read/toml_text.h"

namespace shoal {

namespace {

// The key of a part of a list, such as "solid[2]".
std::string partKey(const std::string& list, std::size_t i) {
  return fmt::format("{}[{}]", list, i);
}

void checkCoupling(const SceneSolid& solid, const Place& place, const std::string& key) {
  const SurfaceParams& surface = solid.surface;
  const CouplingKind& kind = *surface.coupling;
  const bool deforms = solid.model == "fem" || solid.model == "cloth";
  if (kind.rigidOnly && deforms)
    throw Error(place, key + ".coupling",
                fmt::format("forces rigid bodies only; a {} solid can take volumes or quadrature",
                            solid.model));
  if (!kind.friction && surface.friction > 0)
    throw Error(place, key + ".friction",
                "needs coupling = \"volumes\"; surfaces that repel have none");
  const auto refuse = [&](const std::string& name, const std::string& coupling) {
    throw Error(
        place, key + "." + name,
        fmt::format("is of no use with coupling = \"{}\"; say \"{}\"", kind.word, coupling));
  };
  if (surface.volumes && kind.word != "volumes") refuse("volumes", "volumes");
  if (surface.quadrature && kind.word != "quadrature") refuse("quadrature", "quadrature");
  if (surface.forcing && kind.word != "direct-forcing") refuse("forcing", "direct-forcing");
}

void checkSolid(const SceneSolid& solid, const Place& place, const std::string& key) {
  const auto refuse = [&](const std::string& name, const std::string& model) {
    throw Error(place, key + "." + name,
                fmt::format("is of no use to a {} solid; say model = \"{}\"", solid.model, model));
  };
  if (solid.model == "kinematic" && !solid.motion)
    throw Error(place, key + ".motion", "is missing; a kinematic solid needs one");
  if (solid.motion && solid.model != "kinematic") refuse("motion", "kinematic");
  if (solid.rigid && solid.model != "rigid") refuse("rigid", "rigid");
  if (solid.fem && solid.model != "fem") refuse("fem", "fem");
  if (solid.cloth && solid.model != "cloth") refuse("cloth", "cloth");
  if (solid.isWall() && length(solid.spin) > 0) refuse("spin", "rigid");
  if (solid.isWall() && solid.surface.volumes) refuse("volumes", "cloth");
  checkCoupling(solid, place, key);
}

RigidParams rigidParams(const SceneSolid& solid) {
  RigidParams params = solid.rigid.value_or(RigidParams{});
  params.contact = solid.contact.value_or(ContactParams{});
  params.velocity = solid.velocity;
  params.spin = solid.spin;
  return params;
}

void addSolid(SolidsSetup& setup, const SceneSolid& solid, const WorldParams& world) {
  const auto note = [&](const std::string& text) {
    if (!text.empty()) setup.notes.push_back(fmt::format("solid \"{}\": {}", solid.name, text));
  };
  if (solid.model == "rigid") {
    PlacedShape placed = rigidShape(solid, world.spacing, world.dimensions);
    note(placed.note);
    setup.rigids.push_back({solid.name, std::move(placed.shape), placed.start, rigidParams(solid)});
  } else if (solid.model == "fem") {
    PlacedTetra placed = tetrahedra(solid, world.dimensions);
    note(placed.note);
    setup.fems.push_back({solid.name, std::move(placed.mesh), solid.fem.value_or(FemParams{}),
                          solid.velocity, solid.spin});
  } else if (solid.model == "cloth") {
    PlacedSheet placed = sheetMesh(solid, world.spacing);
    note(placed.note);
    setup.cloths.push_back({solid.name, std::move(placed.mesh), solid.cloth.value_or(ClothParams{}),
                            solid.velocity, solid.spin});
  }
}

// Throws an Error unless there is a solid of this name and of one of the models.
void requireSolid(const Scene& scene, const std::string& name,
                  const std::vector<std::string>& models, const std::string& key) {
  std::vector<std::string> names;
  for (const SceneSolid& solid : scene.solids)
    if (std::find(models.begin(), models.end(), solid.model) != models.end())
      names.push_back(solid.name);
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  throw Error({scene.file.string()}, key,
              fmt::format("there is no {} solid \"{}\"{}", fmt::join(models, ", "), printable(name),
                          didYouMean(name, names)));
}

void checkJoints(const Scene& scene) {
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    const std::string key = partKey(entryName(&Scene::joints), i);
    requireSolid(scene, scene.joints[i].body, {"rigid"}, key + ".body");
    if (!scene.joints[i].to.empty())
      requireSolid(scene, scene.joints[i].to, {"rigid", "static", "kinematic"}, key + ".to");
  }
}

void checkEvents(const Scene& scene) {
  for (std::size_t i = 0; i < scene.events.size(); ++i) {
    const EventAction& action = scene.events[i].action;
    const std::string key = partKey(entryName(&Scene::events), i);
    if (action.pin || action.cut)
      requireSolid(scene, action.solid(), {"fem", "cloth"},
                   key + (action.pin ? ".pin.solid" : ".cut.solid"));
    else
      requireSolid(scene, action.solid(), {"rigid", "fem", "cloth"},
                   key + (action.pull ? ".pull.solid" : ".release.solid"));
  }
}

// Whether fluid meets a static or kinematic solid as a body.
bool isBodyToFluid(const Scene& scene, const SceneSolid& solid) {
  return !scene.fluids.empty() && solid.surface.coupling->needsBody;
}

// What solids that move meet of a wall. In the plane it reaches further out of it than they do, so
// that they never meet its ends.
TriangleMesh obstacleMesh(const AssembledWall& wall, const Scene& scene, const SolidsSetup& setup) {
  if (scene.world.dimensions == 3) return wall.mesh;
  double depth = 1;
  for (const SolidsSetup::Rigid& solid : setup.rigids)
    depth = std::max(depth, length(surfaceOf(solid.shape).bounds().size()));
  return extrudeOutline(sliceAtZeroPlane(wall.mesh), depth);
}

}  // namespace

void checkSolids(const Scene& scene) {
  for (std::size_t i = 0; i < scene.solids.size(); ++i)
    checkSolid(scene.solids[i], {scene.file.string()}, partKey(entryName(&Scene::solids), i));
  checkJoints(scene);
  checkEvents(scene);
}

std::shared_ptr<const SolidsSetup> assembleSolids(const Scene& scene,
                                                  std::span<const AssembledWall> walls) {
  auto setup = std::make_shared<SolidsSetup>();
  for (std::size_t i = 0; i < scene.solids.size(); ++i)
    keyed({scene.file.string()},
          partKey(entryName(&Scene::solids), i) + "." + entryName(&SceneSolid::mesh),
          [&] { addSolid(*setup, scene.solids[i], scene.world); });
  const auto isBody = [&](const SceneSolid& solid) {
    return !solid.isWall() || isBodyToFluid(scene, solid);
  };
  if (std::none_of(scene.solids.begin(), scene.solids.end(), isBody)) return nullptr;
  for (const AssembledWall& wall : walls)
    setup->obstacles.push_back({wall.name, obstacleMesh(wall, scene, *setup),
                                wall.solid.contact.value_or(ContactParams{}), wall.solid.motion});
  setup->rigidWorld = scene.rigid;
  setup->joints = scene.joints;
  setup->events = scene.events;
  return setup;
}

}  // namespace shoal
