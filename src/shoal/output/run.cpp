#include "shoal/output/run.h"

#include <chrono>
#include <cmath>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/parameter_difference.h"
#include "shoal/core/timer.h"
#include "shoal/core/version.h"
#include "shoal/formats/frame_format.h"
#include "shoal/output/run_recorder.h"
#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/scene/read/scene_writer.h"
#include "shoal/world/checkpoint.h"

namespace shoal {

namespace {

constexpr std::size_t kEscapesKept = 100;

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The part of a scene that must not change for a run to be resumed: all but the output, the end
// time, the camera and the choice of steps, so that a run that diverged can be continued with
// shorter steps. The frame rate must stay: frames are numbered by it, and steps end at their times.
Scene physicsOf(Scene scene) {
  const double fps = scene.run.fps;
  scene.run = {};
  scene.run.fps = fps;
  scene.timeStep = {};
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

// The scene with the copy of the start that a run folder keeps.
Scene resumedScene(Scene scene, const RunFolder& folder) {
  if (scene.start) scene.start->from = folder.startState().string();
  return scene;
}

std::filesystem::path startFile(const StartParams& start) {
  const std::filesystem::path from = start.from;
  return std::filesystem::is_directory(from) ? RunFolder(from).checkpoint() : from;
}

// A run that starts in the folder of the one that it starts from would remove that.
void requireOtherFolder(const Scene& scene, const RunFolder& folder) {
  std::error_code code;
  if (scene.start &&
      std::filesystem::equivalent(startFile(*scene.start).parent_path(), folder.path(), code))
    fail("{}: is the folder of the run that it starts from; choose another with --out",
         folder.path().string());
}

void keepStart(const Scene& scene, const RunFolder& folder) {
  if (!scene.start) return;
  replaceFileAtomically(folder.startState(), [&](const std::filesystem::path& fresh) {
    std::filesystem::copy_file(startFile(*scene.start), fresh,
                               std::filesystem::copy_options::overwrite_existing);
  });
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

// One call of run(): the world, its recorders, and the times of the next records.
class Runner {
 public:
  Runner(Scene scene, const RunOptions& options)
      : scene_(std::move(scene)),
        options_(options),
        folder_(options.folder),
        sceneText_(writeScene(scene_)),
        assembly_(assemble(options.resume ? resumedScene(scene_, folder_) : scene_)),
        world_(worldSetup(scene_, assembly_)) {
    if (options_.resume) {
      resume(world_, folder_, scene_);
    } else {
      requireOtherFolder(scene_, folder_);
      folder_.prepare();
      keepStart(scene_, folder_);
      if (options_.onStartNote)
        for (const std::string& note : assembly_.notes) options_.onStartNote(note);
    }
    if (world_.solids()) world_.recordLoads(scene_.run.bodiesEvery);
    writeFileAtomically(folder_.scene(), sceneText_);
    recorder_.emplace(folder_, scene_, world_, options_.resume);
    recorder_->writeWalls(assembly_);
    assembly_ = {};
    if (!options_.resume) {
      world_.examine();
      recorder_->writeFrame(world_, 0);
      recorder_->writeProbes(world_);
      checkpoint();
    }
  }

  RunResult go() {
    FrameSchedule frames(scene_.run.fps, world_.time());
    report();
    while (mayGoOn()) {
      const StepReport step = makeStep(std::min(frames.nextTime(), scene_.run.until));
      ++result_.progress.steps;
      record(step);
      const bool frame = frames.due(world_.time());
      if (frame) recorder_->writeFrame(world_, frames.take());
      if (checkpointDue(frame)) checkpoint();
      report();
    }
    checkpoint();
    result_.hash = world_.hash();
    return result_;
  }

 private:
  // If a step fails, the last checkpoint, from before it, stays valid.
  StepReport makeStep(double notBeyond) {
    try {
      return world_.step(notBeyond);
    } catch (const Error& error) {
      const std::string message = fmt::format(
          "{}; {} holds the state at t = {:.6g} s, from which --resume goes on", error.what(),
          folder_.checkpoint().string(), checkpointTime(folder_.checkpoint()));
      writeFileAtomically(folder_.log(), message + "\n");
      throw Error(message);
    }
  }

  bool mayGoOn() {
    result_.finished = world_.time() >= scene_.run.until;
    result_.interrupted = options_.stop && options_.stop->load();
    const bool enough = options_.steps && result_.progress.steps >= *options_.steps;
    return !result_.finished && !result_.interrupted && !enough;
  }

  void record(const StepReport& step) {
    recorder_->writeEscapes(step);
    for (const Escape& e : step.escapes)
      if (result_.escapes.size() < kEscapesKept) result_.escapes.push_back(e);
    recorder_->writeTables(world_, step, secondsSince(start_));
  }

  bool checkpointDue(bool frame) const {
    const double every = scene_.run.checkpointEvery;
    return every == 0 ? frame : secondsSince(lastCheckpoint_) > every;
  }

  void checkpoint() {
    writeCheckpoint(folder_.checkpoint(), world_, sceneText_);
    lastCheckpoint_ = Clock::now();
  }

  void report() {
    result_.progress = {world_.time(),        scene_.run.until,      result_.progress.steps,
                        secondsSince(start_), world_.fluid().size(), world_.escaped()};
    if (options_.onProgress) options_.onProgress(result_.progress);
  }

  const Clock::time_point start_ = Clock::now();
  const Scene scene_;
  const RunOptions& options_;
  const RunFolder folder_;
  const std::string sceneText_;
  Assembly assembly_;  // until the walls are written
  World world_;
  std::optional<RunRecorder> recorder_;
  Clock::time_point lastCheckpoint_ = start_;
  RunResult result_;
};

}  // namespace

RunResult run(const Scene& scene, const RunOptions& options) {
  for (const std::string& word : scene.run.write) frameFormat(word);  // before a folder is emptied
  Scene recorded = scene;
  recorded.program = fmt::format("shoal {}", version());
  return Runner(std::move(recorded), options).go();
}

}  // namespace shoal
