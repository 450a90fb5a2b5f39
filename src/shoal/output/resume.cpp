#include "shoal/output/resume.h"

#include <algorithm>

#include "shoal/core/error.h"
#include "shoal/core/lanes.h"
#include "shoal/core/parameter_difference.h"
#include "shoal/core/version.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/world/checkpoint.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

using Note = std::function<void(const std::string&)>;

// The part of a scene that must not change for a run to be resumed: all but the output, the end
// time, what pictures look like and the choice of steps, so that a run that diverged can be
// continued with shorter steps. The frame rate must stay: frames are numbered by it, and steps end
// at their times.
Scene physicsOf(Scene scene) {
  const double fps = scene.run.fps;
  scene.run = {};
  scene.run.fps = fps;
  scene.timeStep = {};
  scene.camera = {};
  scene.surface = {};
  for (SceneFluid& fluid : scene.fluids) fluid.look = {};
  for (SceneSolid& solid : scene.solids) solid.look = {};
  scene.title.clear();
  scene.program.clear();
  scene.cite.clear();
  return scene;
}

void mustBeSameScene(const fs::path& checkpoint, const CheckpointOrigin& origin,
                     const Scene& scene) {
  const Scene before = parseScene(origin.scene, "checkpoint");
  if (const auto key = firstDifference(physicsOf(before), physicsOf(scene)))
    fail("{}: the scene has another {} than the one that was stopped; run it anew without --resume",
         checkpoint.string(), *key);
}

void mustBeSameFiles(const CheckpointOrigin& origin, const std::vector<std::string>& files) {
  for (const std::string& now : files) {
    if (std::find(origin.files.begin(), origin.files.end(), now) != origin.files.end()) continue;
    const std::string path = now.substr(now.find(' ') + 1);
    fail(
        "{}: holds something else than when the run started; restore it, or run the scene anew "
        "without --resume",
        path);
  }
}

void noteChanges(const CheckpointOrigin& origin, const Note& note) {
  if (origin.version != version())
    note(fmt::format("The checkpoint is of shoal {}; shoal {} goes on, whose results may differ.",
                     origin.version, version()));
  if (origin.lanes != lanesInUse())
    note(fmt::format("The checkpoint was written with {} lanes; {} go on, with the same results.",
                     origin.lanes, lanesInUse()));
}

bool isWhole(const fs::path& checkpoint) {
  try {
    mustBeWholeCheckpoint(checkpoint);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// The checkpoint, or the one before if it is damaged or missing.
fs::path newestWhole(const fs::path& newest, const Note& note) {
  const fs::path previous = previousCheckpoint(newest);
  try {
    mustBeWholeCheckpoint(newest);
    return newest;
  } catch (const Error& damage) {
    if (!isWhole(previous)) throw;
    note(fmt::format("{}. Going on from {}, at t = {:.6g} s.", damage.what(), previous.string(),
                     checkpointTime(previous)));
    return previous;
  }
}

}  // namespace

void resumeRun(World& world, const RunFolder& folder, const Scene& scene,
               const std::vector<std::string>& files, const Note& note) {
  const fs::path checkpoint = newestWhole(folder.checkpoint(), note);
  const CheckpointOrigin origin = checkpointOrigin(checkpoint);
  mustBeSameScene(checkpoint, origin, scene);
  mustBeSameFiles(origin, files);
  noteChanges(origin, note);
  readCheckpoint(checkpoint, world);
  // The next one must not make the damaged one the only other.
  if (checkpoint != folder.checkpoint()) fs::rename(checkpoint, folder.checkpoint());
}

}  // namespace shoal
