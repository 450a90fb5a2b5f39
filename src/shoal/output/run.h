// Runs a scene from its start or from a checkpoint to its end, and writes the run folder.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "shoal/output/run_folder.h"
#include "shoal/scene/scene.h"
#include "shoal/world/world.h"

namespace shoal {

struct Progress {
  double time = 0, until = 0;  // s, simulated
  long steps = 0;              // made by this call
  double wallSeconds = 0;      // of this call
  std::size_t particles = 0;
  std::size_t escaped = 0;
};

struct RunOptions {
  std::filesystem::path folder;
  bool resume = false;
  std::optional<long> steps;                // stop after so many steps of this call
  const std::atomic<bool>* stop = nullptr;  // set from outside: finish the step and stop
  std::function<void(const Progress&)> onProgress;
  std::function<void(const std::string&)> onNote{};  // what a resumed run differs in
  bool overwrite = false;  // replace results of another scene or of other settings
};

struct RunResult {
  Progress progress;
  bool interrupted = false;     // by `stop`
  bool finished = false;        // the scene's end was reached
  std::uint64_t hash = 0;       // of the final state
  std::vector<Escape> escapes;  // the first ones of this call, at most a hundred
};

// An Error names what keeps the run from its end: its folder is in use or holds results of other
// settings, a file cannot be written, a step diverges, or more fluid escapes than run.maxLoss
// allows.
RunResult run(const Scene& scene, const RunOptions& options);

// The Error of run() about its folder, before anything is done.
void mayRun(const Scene& scene, const RunOptions& options);

}  // namespace shoal
