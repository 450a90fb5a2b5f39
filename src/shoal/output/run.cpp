#include "shoal/output/run.h"

#include <chrono>
#include <cmath>
#include <memory>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/parameter_difference.h"
#include "shoal/core/timer.h"
#include "shoal/core/version.h"
#include "shoal/formats/frame_format.h"
#include "shoal/output/losses.h"
#include "shoal/output/resume.h"
#include "shoal/output/run_lock.h"
#include "shoal/output/run_recorder.h"
#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/doctor/world_doctor.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/scene/read/scene_writer.h"
#include "shoal/scene/scene_files.h"
#include "shoal/world/checkpoint.h"
#include "shoal/world/sources/sources.h"

namespace shoal {

namespace {

constexpr std::size_t kEscapesKept = 100;

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// An Error if the folder holds results of anything else than this scene.
void mustHoldSameScene(const RunFolder& folder, const Scene& scene, const std::string& text) {
  if (!std::filesystem::exists(folder.scene()) || readFile(folder.scene()) == text) return;
  const auto key = firstDifference(readScene(folder.scene()), scene);
  fail(
      "{}: holds the results of another run ({} differs); replace them with --overwrite, or choose "
      "another folder with --out",
      folder.path().string(), key.value_or("its scene.toml"));
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

// Takes the folder of a run, if it is there yet.
std::unique_ptr<RunLock> claim(const RunOptions& options, const Scene& scene,
                               const std::string& text) {
  const RunFolder folder(options.folder);
  if (options.resume) {
    folder.mustBeRun();
  } else {
    folder.mustBeFolderOfRun();
    requireOtherFolder(scene, folder);
  }
  std::unique_ptr<RunLock> lock;
  if (std::filesystem::is_directory(options.folder)) {
    lock = std::make_unique<RunLock>(folder);
    if (!options.resume && !options.overwrite) mustHoldSameScene(folder, scene, text);
  }
  return lock;
}

// The scene with the copy of the start that a run folder keeps.
Scene resumedScene(Scene scene, const RunFolder& folder) {
  if (scene.start) scene.start->from = folder.startState().string();
  return scene;
}

void keepStart(const Scene& scene, const RunFolder& folder) {
  if (!scene.start) return;
  writeFileAtomically(folder.startState(), readFile(startFile(*scene.start)));
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
        lock_(claim(options, scene_, sceneText_)),
        assembly_(assembleExamined()),
        files_(fileHashes(scene_)),
        world_(worldSetup(scene_, assembly_)),
        losses_(world_.domain()) {
    if (options_.resume) {
      resumeRun(world_, folder_, scene_, files_, [&](const std::string& text) { note(text); });
    } else {
      makeFolder();
      keepStart(scene_, folder_);
      for (const std::string& text : assembly_.notes) note(text);
    }
    if (world_.solids()) world_.recordLoads(scene_.run.bodiesEvery);
    writeFileAtomically(folder_.scene(), sceneText_);
    recorder_.emplace(folder_, scene_, world_, options_.resume);
    recorder_->writeWalls(assembly_);
    assembly_ = {};
    if (!options_.resume) {
      world_.examine();
      tell(examineDensity(world_));
      tell(examineViscosity(scene_, world_));
      recorder_->writeFrame(world_, 0);
      recorder_->writeProbes(world_);
      checkpoint();
    }
  }

  RunResult go() {
    FrameSchedule frames(scene_.run.fps, world_.time());
    stopIfLeaking();
    report();
    while (mayGoOn()) {
      const StepReport step = makeStep(frames.nextTime());
      ++result_.progress.steps;
      record(step);
      const bool frame = frames.due(world_.time());
      if (frame) recorder_->writeFrame(world_, frames.take());
      if (checkpointDue(frame)) checkpoint();
      stopIfLeaking();
      report();
    }
    checkpoint();
    result_.hash = world_.hash();
    return result_;
  }

 private:
  void makeFolder() {
    folder_.make();
    if (!lock_) lock_ = claim(options_, scene_, sceneText_);
    folder_.prepare();
  }

  void note(const std::string& text) const {
    if (options_.onNote) options_.onNote(text);
  }

  // A scene with problems is not run, unless the options say so.
  Assembly assembleExamined() const {
    Assembly assembly = assemble(options_.resume ? resumedScene(scene_, folder_) : scene_);
    if (!options_.onFinding || options_.resume) return assembly;
    const int problems = tell(examine(scene_, assembly));
    if (problems > 0 && !options_.anyway)
      fail("{}: has {} problem{}; correct {}, or go on with --anyway", scene_.file.string(),
           problems, problems == 1 ? "" : "s", problems == 1 ? "it" : "them");
    return assembly;
  }

  // How many of the findings are problems.
  int tell(const std::vector<Finding>& findings) const {
    int problems = 0;
    for (const Finding& finding : findings) {
      if (options_.onFinding) options_.onFinding(finding);
      problems += finding.severity == Finding::Severity::Problem;
    }
    return problems;
  }

  // If a step fails, the last checkpoint, from before it, stays valid.
  StepReport makeStep(double nextFrame) {
    try {
      return world_.step(std::min(nextFrame, scene_.run.until), scene_.run.until);
    } catch (const Error& error) {
      failWith(fmt::format("{}; {} holds the state at t = {:.6g} s, from which --resume goes on",
                           error.what(), folder_.checkpoint().string(),
                           checkpointTime(folder_.checkpoint())));
    }
  }

  // Fluid that is gone is a mistake in the scene or in its solution, unless the scene allows it.
  void stopIfLeaking() {
    const std::size_t drained = world_.sources() ? world_.sources()->drained() : 0;
    const std::size_t all = world_.fluid().size() + world_.escaped() + drained;
    const auto lost = static_cast<double>(world_.escaped());
    if (!(lost > scene_.run.maxLoss * static_cast<double>(all))) return;
    checkpoint();
    const std::string where = losses_.text();
    failWith(fmt::format(
        "{} of {} particles escaped from the domain by t = {:.6g} s, more than run.maxLoss = {:g} "
        "allows{}{} (escaped.csv lists them); {}mend holes in walls, enlarge world.domain, or take "
        "fluid out with a drain; if it may escape, go on with --resume --set run.maxLoss=1",
        world_.escaped(), all, world_.time(), scene_.run.maxLoss, where.empty() ? "" : ": ", where,
        scene_.timeStep.fixed > 0 ? "set timeStep.fixed = 0, " : ""));
  }

  [[noreturn]] void failWith(const std::string& message) const {
    writeFileAtomically(folder_.log(), message + "\n");
    throw Error(message);
  }

  bool mayGoOn() {
    result_.finished = world_.time() >= scene_.run.until;
    result_.interrupted = options_.stop && options_.stop->load();
    const bool enough = options_.steps && result_.progress.steps >= *options_.steps;
    return !result_.finished && !result_.interrupted && !enough;
  }

  void record(const StepReport& step) {
    recorder_->writeEscapes(step);
    for (const Escape& e : step.escapes) losses_.add(e);
    for (const Escape& e : step.escapes)
      if (result_.escapes.size() < kEscapesKept) result_.escapes.push_back(e);
    recorder_->writeTables(world_, step, secondsSince(start_));
  }

  bool checkpointDue(bool frame) const {
    const double every = scene_.run.checkpointEvery;
    return every == 0 ? frame : secondsSince(lastCheckpoint_) > every;
  }

  void checkpoint() {
    writeCheckpoint(folder_.checkpoint(), world_, {sceneText_, files_});
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
  std::unique_ptr<RunLock> lock_;
  Assembly assembly_;                     // until the walls are written
  const std::vector<std::string> files_;  // see fileHashes
  World world_;
  Losses losses_;  // of this call
  std::optional<RunRecorder> recorder_;
  Clock::time_point lastCheckpoint_ = start_;
  RunResult result_;
};

// As scene.toml has it.
Scene recorded(Scene scene) {
  scene.program = fmt::format("shoal {}", version());
  return scene;
}

}  // namespace

RunResult run(const Scene& scene, const RunOptions& options) {
  for (const std::string& word : scene.run.write)  // before a folder is emptied
    if (namesFormat(word)) frameFormat(word);
  return Runner(recorded(scene), options).go();
}

void mayRun(const Scene& scene, const RunOptions& options) {
  const Scene named = recorded(scene);
  claim(options, named, writeScene(named));
}

}  // namespace shoal
