#include "shoal/scene/assemble/start_state.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "shoal/core/error.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/search/kd_tree.h"
#include "shoal/world/checkpoint.h"
#include "shoal/world/solids/solids.h"

namespace shoal {

namespace {

const std::string& keyOfStart() {
  static const std::string key = entryName(&Scene::start) + "." + entryName(&StartParams::from);
  return key;
}

[[noreturn]] void refuse(const Scene& scene, const std::string& why) {
  throw Error({scene.file.string()}, keyOfStart(), fmt::format("{}: {}", scene.start->from, why));
}

std::filesystem::path checkpointOf(const Scene& scene) {
  const std::filesystem::path from = scene.start->from;
  const std::filesystem::path file =
      std::filesystem::is_directory(from) ? from / "checkpoint.h5" : from;
  if (!std::filesystem::exists(file))
    refuse(scene, "there is no checkpoint; give the folder of a run, or its checkpoint.h5");
  return file;
}

void requireSameParticles(const Scene& scene, const Scene& before) {
  const WorldParams &now = scene.world, &then = before.world;
  const auto require = [&](bool same, const std::string& key, double was) {
    if (!same)
      refuse(scene, fmt::format("has {}.{} = {:g}, and particles keep their size; take the same",
                                entryName(&Scene::world), key, was));
  };
  require(now.dimensions == then.dimensions, entryName(&WorldParams::dimensions), then.dimensions);
  require(now.spacing == then.spacing, entryName(&WorldParams::spacing), then.spacing);
  require(now.particleVolume == then.particleVolume, entryName(&WorldParams::particleVolume),
          then.particleVolume);
}

std::size_t fluidNamed(const std::string& name, const Scene& scene) {
  const auto found = std::find_if(scene.fluids.begin(), scene.fluids.end(),
                                  [&](const SceneFluid& fluid) { return fluid.name == name; });
  return static_cast<std::size_t>(found - scene.fluids.begin());
}

void takeParticles(StartState& start, const SavedState& saved, const Scene& scene,
                   const Scene& before) {
  start.takenOver.assign(scene.fluids.size(), 0);
  std::vector<std::size_t> becomes, count(before.fluids.size(), 0);
  for (const SceneFluid& fluid : before.fluids) becomes.push_back(fluidNamed(fluid.name, scene));
  for (std::size_t i = 0; i < saved.positions.size(); ++i) {
    const std::uint32_t was = saved.phases[i];
    if (was >= becomes.size()) refuse(scene, "is damaged: a particle is of no fluid");
    ++count[was];
    if (becomes[was] == scene.fluids.size()) continue;
    start.fluid.positions.push_back(saved.positions[i]);
    start.fluid.velocities.push_back(saved.velocities[i]);
    start.fluid.phases.push_back(static_cast<std::uint32_t>(becomes[was]));
  }
  for (std::size_t f = 0; f < before.fluids.size(); ++f) {
    const bool taken = becomes[f] < scene.fluids.size();
    if (taken) start.takenOver[becomes[f]] = 1;
    start.notes.push_back(
        fmt::format("start: fluid \"{}\": {} particles {}", before.fluids[f].name, count[f],
                    taken ? "taken over" : "left out, the scene has no such fluid"));
  }
  for (std::size_t f = 0; f < scene.fluids.size(); ++f)
    if (!start.takenOver[f])
      start.notes.push_back(
          fmt::format("start: fluid \"{}\" is not in that run and starts as the "
                      "scene says",
                      scene.fluids[f].name));
}

// The solids of the run, made from its scene without its fluids, and restored.
std::shared_ptr<const Solids> solidsOf(const SavedState& saved, Scene before) {
  if (saved.solids.empty()) return nullptr;
  before.fluids.clear();
  before.sources = {};
  before.probes.clear();
  before.start.reset();
  const Assembly assembly = assemble(before);
  if (!assembly.solids) return nullptr;
  auto solids = std::make_shared<Solids>(*assembly.solids, before.world);
  solids->restore(saved.solids);
  return solids;
}

void noteSolids(StartState& start, const Scene& scene) {
  std::vector<std::string> taken, fresh, left;
  const std::vector<std::string> before =
      start.solids ? start.solids->freeNames() : std::vector<std::string>{};
  const auto isBefore = [&](const std::string& name) {
    return std::find(before.begin(), before.end(), name) != before.end();
  };
  std::vector<std::string> now;
  for (const SceneSolid& solid : scene.solids) {
    if (solid.isWall()) continue;
    now.push_back(solid.name);
    (isBefore(solid.name) ? taken : fresh).push_back(solid.name);
  }
  for (const std::string& name : before)
    if (std::find(now.begin(), now.end(), name) == now.end()) left.push_back(name);
  const auto note = [&](const std::vector<std::string>& names, const char* what) {
    if (!names.empty())
      start.notes.push_back(fmt::format("start: {}: {}", what, fmt::join(names, ", ")));
  };
  note(taken, "solids taken over, pins and springs apart");
  note(fresh, "solids that start as the scene says");
  note(left, "solids left out, the scene has none of that name");
}

}  // namespace

StartState readStart(const Scene& scene) {
  const SavedState saved = readSavedState(checkpointOf(scene));
  const Scene before = parseScene(saved.scene, scene.start->from);
  if (!before.fluids.empty() && !scene.fluids.empty()) requireSameParticles(scene, before);
  StartState start;
  start.notes.push_back(
      fmt::format("start: from {} at t = {:g} s; time, motions and events begin "
                  "at 0",
                  scene.start->from, saved.time));
  takeParticles(start, saved, scene, before);
  start.solids = solidsOf(saved, before);
  noteSolids(start, scene);
  const bool anyFluid = std::count(start.takenOver.begin(), start.takenOver.end(), 1) > 0;
  const bool anySolid =
      start.solids &&
      std::any_of(scene.solids.begin(), scene.solids.end(), [&](const SceneSolid& solid) {
        return start.solids->find(solid.name) && !solid.isWall();
      });
  if (!anyFluid && !anySolid)
    refuse(scene, "has no fluid and no free solid of a name that this scene has");
  return start;
}

void takeOverFluid(AssembledFluid& fluid, const StartState& start, float distance) {
  AssembledFluid all = start.fluid;
  const KdTree taken(start.fluid.positions);
  for (std::size_t i = 0; i < fluid.positions.size(); ++i) {
    if (start.takenOver[fluid.phases[i]]) continue;
    const auto nearest = taken.closest(fluid.positions[i]);
    if (nearest && nearest->distance < distance) continue;
    all.positions.push_back(fluid.positions[i]);
    all.velocities.push_back(fluid.velocities[i]);
    all.phases.push_back(fluid.phases[i]);
  }
  fluid = std::move(all);
}

}  // namespace shoal
