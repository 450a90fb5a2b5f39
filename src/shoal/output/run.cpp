#include "shoal/output/run.h"

#include <chrono>
#include <cmath>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/timer.h"
#include "shoal/core/version.h"
#include "shoal/output/run_recorder.h"
#include "shoal/scene/scene_reader.h"
#include "shoal/scene/scene_writer.h"
#include "shoal/scene/world_setup.h"
#include "shoal/world/checkpoint.h"

namespace shoal {

namespace {

constexpr std::size_t kEscapesKept = 100;

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// What must be the same for a resumed run to continue the one that was stopped: everything but
// what is written, for how long, and from where it is seen.
Scene physicsOf(Scene scene) {
  scene.run = {};
  scene.camera = {};
  scene.title.clear();
  scene.program.clear();
  scene.cite.clear();
  return scene;
}

void resume(World& world, const RunFolder& folder, const Scene& scene) {
  folder.mustBeRun();
  const Scene before = parseScene(checkpointScene(folder.checkpoint()), "checkpoint");
  if (const auto key = firstDifference(physicsOf(before), physicsOf(scene)))
    fail("{}: the scene has another {} than the one that was stopped; run it anew without --resume",
         folder.checkpoint().string(), *key);
  readCheckpoint(folder.checkpoint(), world);
}

// Frame k is written at time k / fps; a world at a frame's time has written it.
class FrameSchedule {
 public:
  FrameSchedule(double fps, double time)
      : fps_(fps), next_(static_cast<long>(std::floor(time * fps + 1e-6)) + 1) {}
  double nextTime() const { return static_cast<double>(next_) / fps_; }
  bool due(double time) const { return time >= nextTime(); }
  long take() { return next_++; }

 private:
  double fps_;
  long next_;
};

}  // namespace

RunResult run(const Scene& given, const RunOptions& options) {
  Scene scene = given;
  scene.program = fmt::format("shoal {}", version());
  const RunFolder folder(options.folder);
  const auto start = Clock::now();

  Assembly assembly = assemble(scene);
  World world(worldSetup(scene, assembly));
  if (options.resume)
    resume(world, folder, scene);
  else
    folder.prepare();
  const std::string sceneText = writeScene(scene);
  writeFileAtomically(folder.scene(), sceneText);

  RunRecorder recorder(folder, scene, world, options.resume);
  recorder.writeWalls(assembly);
  assembly = {};
  if (!options.resume) {
    world.examine();
    recorder.writeFrame(world, 0);
    writeCheckpoint(folder.checkpoint(), world, sceneText);
  }

  RunResult result;
  FrameSchedule frames(scene.run.fps, world.time());
  auto lastCheckpoint = Clock::now();
  const auto report = [&] {
    result.progress = {world.time(),        scene.run.until,      result.progress.steps,
                       secondsSince(start), world.fluid().size(), world.escaped()};
    if (options.onProgress) options.onProgress(result.progress);
  };
  const auto mayGoOn = [&] {
    result.finished = world.time() >= scene.run.until;
    result.interrupted = options.stop && options.stop->load();
    const bool enough = options.steps && result.progress.steps >= *options.steps;
    return !result.finished && !result.interrupted && !enough;
  };

  report();
  while (mayGoOn()) {
    const StepReport step = world.step(std::min(frames.nextTime(), scene.run.until));
    ++result.progress.steps;
    recorder.writeEscapes(step);
    for (const Escape& e : step.escapes)
      if (result.escapes.size() < kEscapesKept) result.escapes.push_back(e);
    if (step.step % scene.run.statsEvery == 0)
      recorder.writeStats(world, step, secondsSince(start));
    bool frameWritten = false;
    if (frames.due(world.time())) {
      recorder.writeFrame(world, frames.take());
      frameWritten = true;
    }
    const bool often = scene.run.checkpointEvery == 0 && frameWritten;
    if (often || (scene.run.checkpointEvery > 0 &&
                  secondsSince(lastCheckpoint) > scene.run.checkpointEvery)) {
      writeCheckpoint(folder.checkpoint(), world, sceneText);
      lastCheckpoint = Clock::now();
    }
    report();
  }
  writeCheckpoint(folder.checkpoint(), world, sceneText);
  result.hash = world.hash();
  return result;
}

}  // namespace shoal
