#include "shoal/scene/assemble/solid_assembly.h"

#include <algorithm>

#include "shoal/geometry/mesh/outline.h"
#include "shoal/scene/assemble/mesh_loading.h"
#include "shoal/scene/read/toml_text.h"

namespace shoal {

namespace {

// The key of a part of a list, such as "solid[2]".
std::string partKey(const std::string& list, std::size_t i) {
  return fmt::format("{}[{}]", list, i);
}

constexpr const char* kOtherModel = "is of no use to a {} solid; say model = \"{}\"";
constexpr const char* kOtherCoupling = "is of no use with coupling = \"{}\"; say \"{}\"";

// Throws an Error where the owner says parameters of a member of a kind that it does not take. The
// message has places for the words of what it takes and of what it would have to take.
template <class Owner, class K>
void refuseOthers(const Owner& owner, const Handle<K>& taken, const Place& place,
                  const std::string& key,
                  fmt::format_string<const std::string&, const std::string&> message) {
  for (const K& other : KindTable<K>::all())
    if (&other != &*taken && parametersIn(owner, other))
      throw Error(place, key + "." + groupKey(other),
                  fmt::format(message, taken->word, other.word));
}

void checkCoupling(const SceneSolid& solid, const Place& place, const std::string& key) {
  const SurfaceParams& surface = solid.surface;
  const CouplingKind& kind = *surface.coupling;
  if (kind.rigidOnly && solid.model->deforms)
    throw Error(place, key + ".coupling",
                fmt::format("forces rigid bodies only; a {} solid can take volumes or quadrature",
                            solid.model->word));
  if (!kind.friction && surface.friction > 0)
    throw Error(place, key + ".friction",
                "needs coupling = \"volumes\"; surfaces that repel have none");
  refuseOthers(surface, surface.coupling, place, key, kOtherCoupling);
}

void checkSolid(const SceneSolid& solid, const Place& place, const std::string& key) {
  const auto refuse = [&](const std::string& name, const std::string& model) {
    throw Error(place, key + "." + name, fmt::format(kOtherModel, solid.model->word, model));
  };
  if (solid.model->prescribed && !solid.motion)
    throw Error(place, key + ".motion", "is missing; a kinematic solid needs one");
  if (solid.motion && !solid.model->prescribed) refuse("motion", "kinematic");
  refuseOthers(solid, solid.model, place, key, kOtherModel);
  if (solid.isWall() && length(solid.spin) > 0) refuse("spin", "rigid");
  if (solid.isWall() && solid.surface.volumes) refuse("volumes", "cloth");
  if (solid.mesh.embedded && solid.fem &&
      (solid.fem->fracture.strength > 0 || !solid.fem->fracture.weak.empty()))
    throw Error(place, key + ".fem.strength",
                "an embedded surface cannot break; leave cells out and say mesh = { surface = ..., "
                "size = ... }");
  checkCoupling(solid, place, key);
}

// The makers of all models that forces move, in the order of the table.
std::vector<BodyModelMaker> bodyModels() {
  std::vector<BodyModelMaker> makers;
  for (const SolidModel& model : KindTable<SolidModel>::all()) {
    if (model.free() != static_cast<bool>(model.make))
      fail("model \"{}\" needs both make and assemble in its table, or neither", model.word);
    if (model.make) makers.push_back(model.make);
  }
  return makers;
}

// As its body model needs it.
SolidsSetup::Solid solidOf(const SceneSolid& solid, AssembledSolid made) {
  return {solid.name, solid.model->word, std::move(made.blueprint), std::move(made.surface)};
}

// Appends a solid that forces move.
void appendSolid(SolidsSetup& setup, const SceneSolid& solid, const WorldParams& world,
                 double& depth) {
  if (!solid.model->free()) return;
  AssembledSolid made = solid.model->assemble(solid, world);
  if (world.dimensions == 2 && sliceAtZeroPlane(made.surface).empty())
    fail("neither cuts nor touches the plane z = 0, in which a 2D scene lives; move it there");
  if (!made.note.empty())
    setup.notes.push_back(fmt::format("solid \"{}\": {}", solid.name, made.note));
  depth = std::max(depth, made.depth);
  setup.solids.push_back(solidOf(solid, std::move(made)));
}

// By model, in the order of the table: the order in which a world lists bodies.
void sortByModel(std::vector<SolidsSetup::Solid>& solids) {
  const std::vector<std::string> words = KindTable<SolidModel>::words();
  std::ranges::stable_sort(solids, {}, [&](const SolidsSetup::Solid& solid) {
    return std::ranges::find(words, solid.model) - words.begin();
  });
}

using ModelTest = bool (*)(const SolidModel&);

// Throws an Error unless there is a solid of this name and of a model that will do.
void requireSolid(const Scene& scene, const std::string& name, ModelTest willDo,
                  const std::string& key) {
  std::vector<std::string> names, models;
  for (const SceneSolid& solid : scene.solids)
    if (willDo(*solid.model)) names.push_back(solid.name);
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  for (const SolidModel& model : KindTable<SolidModel>::all())
    if (willDo(model)) models.push_back(model.word);
  throw Error(scene.placeOf(key), key,
              fmt::format("there is no {} solid \"{}\"{}", fmt::join(models, ", "), printable(name),
                          didYouMean(name, names)));
}

bool joins(const SolidModel& model) { return model.joins; }
bool isJoinable(const SolidModel& model) { return model.joins || !model.free(); }
bool isFree(const SolidModel& model) { return model.free(); }
bool deforms(const SolidModel& model) { return model.deforms; }

void checkJoints(const Scene& scene) {
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    const std::string key = partKey(entryName(&Scene::joints), i);
    requireSolid(scene, scene.joints[i].body, joins, key + ".body");
    if (!scene.joints[i].to.empty())
      requireSolid(scene, scene.joints[i].to, isJoinable, key + ".to");
  }
}

void checkEvents(const Scene& scene) {
  for (std::size_t i = 0; i < scene.events.size(); ++i) {
    const EventAction& action = scene.events[i].action;
    const std::string key = partKey(entryName(&Scene::events), i);
    if (action.cut)
      for (const SceneSolid& solid : scene.solids)
        if (solid.name == action.solid() && solid.mesh.embedded)
          throw Error(scene.placeOf(key + ".cut.solid"), key + ".cut.solid",
                      "an embedded surface cannot be cut; leave cells out of its mesh and say mesh "
                      "= { surface = ..., size = ... }");
    if (action.pin || action.cut)
      requireSolid(scene, action.solid(), deforms,
                   key + (action.pin ? ".pin.solid" : ".cut.solid"));
    else
      requireSolid(scene, action.solid(), isFree,
                   key + (action.pull ? ".pull.solid" : ".release.solid"));
  }
}

// Whether fluid meets a static or kinematic solid as a body.
bool isBodyToFluid(const Scene& scene, const SceneSolid& solid) {
  return !scene.fluids.empty() && solid.surface.coupling->needsBody;
}

// What solids that move meet of a wall. In the plane it reaches further out of it than they do, so
// that they never meet its ends.
TriangleMesh obstacleMesh(const AssembledWall& wall, const Scene& scene, double depth) {
  if (scene.world.dimensions == 3) return wall.mesh;
  return extrudeOutline(sliceAtZeroPlane(wall.mesh), std::max(1.0, depth));
}

void addObstacles(SolidsSetup& setup, const Scene& scene, std::span<const AssembledWall> walls,
                  double depth) {
  for (const AssembledWall& wall : walls)
    setup.obstacles.push_back({wall.name, obstacleMesh(wall, scene, depth),
                               wall.solid.contact.value_or(ContactParams{}), wall.solid.motion});
  setup.rigidWorld = scene.rigid;
}

// Of a solid that is to be added to a world.
AssembledSolid assembleFor(const World& world, const SceneSolid& solid) {
  checkSolid(solid, {}, entryName(&Scene::solids));
  if (!solid.model->free())
    fail("solid \"{}\": a {} solid cannot be added to a world that lives; forces have to move it",
         solid.name, solid.model->word);
  return solid.model->assemble(solid, world.params());
}

}  // namespace

void checkSolids(const Scene& scene) {
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    const std::string key = partKey(entryName(&Scene::solids), i);
    checkSolid(scene.solids[i], scene.placeOf(key), key);
  }
  checkJoints(scene);
  checkEvents(scene);
}

std::shared_ptr<const SolidsSetup> assembleSolids(const Scene& scene,
                                                  std::span<const AssembledWall> walls) {
  auto setup = std::make_shared<SolidsSetup>();
  setup->models = bodyModels();
  double depth = 0;  // m
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    const std::string key =
        partKey(entryName(&Scene::solids), i) + "." + entryName(&SceneSolid::mesh);
    keyed(scene.placeOf(key), key,
          [&] { appendSolid(*setup, scene.solids[i], scene.world, depth); });
  }
  sortByModel(setup->solids);
  const auto isBody = [&](const SceneSolid& solid) {
    return !solid.isWall() || isBodyToFluid(scene, solid);
  };
  if (std::none_of(scene.solids.begin(), scene.solids.end(), isBody)) return nullptr;
  addObstacles(*setup, scene, walls, depth);
  setup->joints = scene.joints;
  setup->events = scene.events;
  return setup;
}

// In the plane, no solid that fits between the walls is deeper than these are apart.
std::shared_ptr<const SolidsSetup> assembleObstacles(const Scene& scene,
                                                     std::span<const AssembledWall> walls) {
  auto setup = std::make_shared<SolidsSetup>();
  setup->models = bodyModels();
  Box3d around;
  for (const AssembledWall& wall : walls) around.extend(wall.mesh.bounds());
  addObstacles(*setup, scene, walls, around.empty() ? 0 : length(around.size()));
  return setup;
}

SolidId addSolid(World& world, const SceneSolid& solid, std::span<const EventParams> events) {
  return world.add(solidOf(solid, assembleFor(world, solid)), solid.surface, events);
}

std::size_t makeRoom(World& world, const SceneSolid& solid) {
  return world.makeRoom(assembleFor(world, solid).surface);
}

}  // namespace shoal
