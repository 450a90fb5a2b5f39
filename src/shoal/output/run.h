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
  // Of a scene that starts from another run: what it takes over, a line each.
  std::function<void(const std::string&)> onStartNote;
};

struct RunResult {
  Progress progress;
  bool interrupted = false;     // by `stop`
  bool finished = false;        // the scene's end was reached
  std::uint64_t hash = 0;       // of the final state
  std::vector<Escape> escapes;  // the first ones of this call, at most a hundred
};

RunResult run(const Scene& scene, const RunOptions& options);

}  // namespace shoal
