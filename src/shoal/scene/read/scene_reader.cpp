#include "shoal/scene/read/scene_reader.h"

#include <algorithm>
#include <set>

#include "shoal/scene/read/assignment.h"
#include "shoal/scene/read/described_reader.h"
#include "shoal/scene/read/solid_keys.h"
#include "shoal/world/sources/source_check.h"

namespace shoal {

namespace {

// Before anything else, since another format may mean other things by the same keys.
void checkFormat(const toml::table& root, const ReadContext& context) {
  const std::string key = entryName(&Scene::format);
  const toml::node* node = root.get(key);
  if (!node)
    throw Error({context.file}, key,
                fmt::format("missing: begin the scene with {} = {}", key, kSceneFormat));
  const Spot spot{context.placeOf(*node), key};
  const std::int64_t format = readInteger(*node, spot);
  if (format != kSceneFormat)
    spot.fail(fmt::format("{} is not known; this program reads format {}", format, kSceneFormat));
}

// Checks that involve more than one value, with the place of the value to change.
class SceneCheck {
 public:
  SceneCheck(const toml::table& root, const ReadContext& context)
      : root_(root), context_(context) {}

  void run(const Scene& scene) {
    for (std::size_t i = 0; i < scene.fluids.size(); ++i) {
      const std::string key = fmt::format("{}[{}]", entryName(&Scene::fluids), i);
      name(scene.fluids[i].name, key);
      colour(scene.fluids[i].look, key);
    }
    for (std::size_t i = 0; i < scene.solids.size(); ++i) {
      const std::string key = fmt::format("{}[{}]", entryName(&Scene::solids), i);
      name(scene.solids[i].name, key);
      colour(scene.solids[i].look, key);
      for (const char* taken : {"particles", "samples", "surface", "foam"})
        if (scene.solids[i].name == taken)
          spot(joinKey(key, kNameKey))
              .fail(
                  "\"particles\" is what frames of fluid are called, \"samples\" those of samples, "
                  "\"surface\" those of surfaces of fluid, \"foam\" those of spray, foam and "
                  "bubbles");
      if (scene.solids[i].mesh.plane) normal(*scene.solids[i].mesh.plane, key);
    }
    for (std::size_t i = 0; i < scene.fluids.size(); ++i) origin(scene, i);
    names(scene.sources.emitters, entryName(&SourceParams::emitters));
    names(scene.sources.inflows, entryName(&SourceParams::inflows));
    names(scene.sources.drains, entryName(&SourceParams::drains));
    names(scene.sources.outflows, entryName(&SourceParams::outflows));
    sources(scene);
    for (std::size_t i = 0; i < scene.probes.size(); ++i)
      probe(scene.probes[i], scene, fmt::format("{}[{}]", entryName(&Scene::probes), i));
    if (scene.camera.cut && scene.camera.cut->normal == Vec3d{})
      spot(fmt::format("{}.{}.{}", entryName(&Scene::camera), entryName(&CameraParams::cut),
                       entryName(&ViewCutParams::normal)))
          .fail("must not be zero");
    if (context_.flatBox && scene.world.dimensions == 3)
      context_.flatBox->fail(fmt::format("corners have three components unless {}.{} is 2",
                                         entryName(&Scene::world),
                                         entryName(&WorldParams::dimensions)));
  }

 private:
  Spot spot(const std::string& key) const {
    const auto node = root_.at_path(key);
    return {node ? context_.placeOf(*node.node()) : Place{context_.file}, key};
  }

  // Names are parts of keys in assignments, so they are neither dotted nor numbers.
  void name(const std::string& word, const std::string& owner) {
    const auto allowed = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
    };
    const bool number = word.find_first_not_of("0123456789") == std::string::npos;
    const std::string key = joinKey(owner, kNameKey);
    if (number || !std::all_of(word.begin(), word.end(), allowed))
      spot(key).fail(
          fmt::format("\"{}\" is not a name of letters, digits, - and _", printable(word)));
    if (!names_.insert(word).second)
      spot(key).fail(fmt::format("another part is called \"{}\" too", printable(word)));
  }

  template <class Part>
  void names(const std::vector<Part>& parts, const std::string& list) {
    for (std::size_t i = 0; i < parts.size(); ++i)
      name(parts[i].name, fmt::format("{}[{}]", list, i));
  }

  void colour(const LookParams& look, const std::string& owner) const {
    if (!look.colour) return;
    for (std::size_t c = 0; c < 3; ++c)
      if (!((*look.colour)[c] >= 0 && (*look.colour)[c] <= 1))
        spot(joinKey(owner, entryName(&LookParams::colour)))
            .fail("red, green and blue are from 0 to 1");
  }

  // A fluid is there from the start, or comes from somewhere.
  void origin(const Scene& scene, std::size_t i) const {
    const SceneFluid& fluid = scene.fluids[i];
    const auto any = [&](const auto& sources) {
      return std::any_of(sources.begin(), sources.end(),
                         [&](const auto& source) { return source.fluid == fluid.name; });
    };
    if (scene.start || !fluid.fill.empty() || any(scene.sources.emitters) ||
        any(scene.sources.inflows))
      return;
    const std::string key = fmt::format("{}[{}]", entryName(&Scene::fluids), i);
    const std::string fill = entryName(&SceneFluid::fill);
    throw Error(spot(key).place, joinKey(key, fill),
                "missing: give shapes that are full of this fluid at the start, or an [[emitter]] "
                "that it comes from");
  }

  void sources(const Scene& scene) const {
    std::vector<std::string> fluids;
    for (const SceneFluid& fluid : scene.fluids) fluids.push_back(fluid.name);
    const auto fault = findFault(scene.sources, scene.world, fluids);
    if (!fault) return;
    Spot at = spot(fault->key);
    if (at.place.line == 0) at.place = spot(fault->key.substr(0, fault->key.find('.'))).place;
    at.fail(printable(fault->message));
  }

  void normal(const PlaneSurface& plane, const std::string& owner) const {
    if (length(plane.normal) > 0) return;
    spot(fmt::format("{}.{}.{}.{}", owner, entryName(&SceneSolid::mesh),
                     entryName(&MeshShape::plane), entryName(&PlaneSurface::normal)))
        .fail("must not be zero");
  }

  void probe(const ProbeParams& params, const Scene& scene, const std::string& key) {
    name(params.name, key);
    const ProbeQuantity& what = params.quantity;
    if (what.flow) {
      const Vec3d& n = what.flow->normal;
      const bool flat = scene.world.dimensions == 2;
      const Spot place = spot(fmt::format("{}.{}.{}", key, entryName(&ProbeQuantity::flow),
                                          entryName(&FlowProbeParams::normal)));
      if (!(length(n) > 0)) place.fail("must not be zero");
      if (flat && n.z != 0) place.fail("must not point out of the plane z = 0 of a 2D scene");
    }
    if (what.force) solid(what.force->solid, scene, joinKey(key, entryName(&ProbeQuantity::force)));
    if (what.point) solid(what.point->solid, scene, joinKey(key, entryName(&ProbeQuantity::point)));
    if (what.stress)
      solid(what.stress->solid, scene, joinKey(key, entryName(&ProbeQuantity::stress)));
    if (what.patch) solid(what.patch->solid, scene, joinKey(key, entryName(&ProbeQuantity::patch)));
    if (!params.on.empty()) solid(params.on, scene, joinKey(key, entryName(&ProbeParams::on)));
  }

  void solid(const std::string& name, const Scene& scene, const std::string& key) const {
    std::vector<std::string> solids;
    for (const SceneSolid& s : scene.solids) solids.push_back(s.name);
    if (std::find(solids.begin(), solids.end(), name) != solids.end()) return;
    spot(key).fail(
        fmt::format("there is no solid \"{}\"{}", printable(name), didYouMean(name, solids)));
  }

  const toml::table& root_;
  const ReadContext& context_;
  std::set<std::string> names_;
};

void resolvePath(std::optional<FileShape>& shape, const std::filesystem::path& folder) {
  if (shape) shape->path = (folder / shape->path).lexically_normal().string();
}

// Runs are written below the current folder, scenes may lie elsewhere.
void resolveStart(StartParams& start, const std::filesystem::path& folder) {
  const auto beside = folder / start.from;
  const bool isThere = std::filesystem::exists(beside);
  start.from =
      (isThere ? beside : std::filesystem::absolute(start.from)).lexically_normal().string();
}

void resolvePath(std::string& path, const std::filesystem::path& folder) {
  if (!path.empty()) path = (folder / path).lexically_normal().string();
}

void resolvePaths(Scene& scene) {
  const auto folder = std::filesystem::absolute(scene.file).parent_path();
  if (scene.start) resolveStart(*scene.start, folder);
  for (SceneFluid& fluid : scene.fluids)
    for (FillShape& shape : fluid.fill) resolvePath(shape.file, folder);
  for (EmitterParams& emitter : scene.sources.emitters)
    if (emitter.nozzle.history) resolvePath(emitter.nozzle.history->file, folder);
  for (InflowParams& inflow : scene.sources.inflows)
    if (inflow.nozzle.history) resolvePath(inflow.nozzle.history->file, folder);
  for (SceneSolid& solid : scene.solids) {
    if (solid.motion) resolvePath(solid.motion->file, folder);
    resolvePath(solid.mesh.file, folder);
    if (solid.mesh.inside) resolvePath(solid.mesh.inside->surface.file, folder);
    if (solid.mesh.embedded) resolvePath(solid.mesh.embedded->file.path, folder);
  }
}

// Of all tables, and of what they hold, up to some depth. An array is told by its elements.
void findPlaces(const toml::node& node, const std::string& key, const ReadContext& context,
                std::map<std::string, Place>& places, int depth = 4) {
  if (const toml::array* array = node.as_array()) {
    for (std::size_t i = 0; depth > 0 && i < array->size(); ++i)
      findPlaces(*array->get(i), fmt::format("{}[{}]", key, i), context, places, depth - 1);
    return;
  }
  if (!key.empty()) places.emplace(key, context.placeOf(node));
  const toml::table* table = node.as_table();
  if (!table || depth == 0) return;
  for (const auto& [name, value] : *table)
    findPlaces(value, joinKey(key, name.str()), context, places, depth - 1);
}

}  // namespace

Scene parseScene(std::string_view toml, const std::string& name,
                 std::span<const std::string> assignments) {
  toml::table root = parseToml(toml, name);
  for (const std::string& assignment : assignments) assign(root, assignment);

  ReadContext context{name, !assignments.empty()};
  checkFormat(root, context);
  gatherModelKeys(root, context);
  Scene scene;
  readTable(scene, root, "", context);
  SceneCheck(root, context).run(scene);
  scene.file = name;
  findPlaces(root, "", context, scene.places);
  resolvePaths(scene);
  return scene;
}

Scene readScene(const std::filesystem::path& file, std::span<const std::string> assignments) {
  return parseScene(readTomlFile(file), file.string(), assignments);
}

}  // namespace shoal
