#include <atomic>
#include <csignal>
#include <memory>

#include <fmt/core.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include "commands.h"
#include "progress_bar.h"
#include "shoal/core/file.h"
#include "shoal/core/timer.h"
#include "shoal/output/run.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/scene/scene_list.h"

namespace shoal::app {

namespace {

std::atomic<bool> stopRequested{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // or a signal handler could not set it

extern "C" void requestStop(int signal) {
  stopRequested.store(true);
  std::signal(signal, SIG_DFL);  // a second Ctrl-C ends the program at once
}

struct RunArguments {
  SceneArguments scene;
  std::string out;
  double until = -1;
  double fps = -1;
  long steps = -1;
  int threads = 0;
  bool resume = false, quiet = false, verbose = false;
};

void reportEscapes(const RunResult& result) {
  if (result.progress.escaped == 0) return;
  fmt::print("{} particles escaped in all", result.progress.escaped);
  if (!result.escapes.empty()) {
    const Escape& e = result.escapes.front();
    fmt::print("; the first of this run at t = {:.4g} s at ({:.3g}, {:.3g}, {:.3g}) m", e.time,
               e.position.x, e.position.y, e.position.z);
  }
  fmt::print(" (escaped.csv lists them)\n");
}

// As one word of a shell.
std::string quoted(const std::string& path) {
  if (path.find_first_of(" '\"\\$&;()*?") == std::string::npos) return path;
  std::string word = "'";
  for (const char c : path) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

// Names the scene of the run folder, which holds whatever the command line changed.
std::string resumeCommand(const RunFolder& folder) {
  return fmt::format("shoal run {} --resume --out {}", quoted(folder.scene().string()),
                     quoted(folder.path().string()));
}

int runScene(const RunArguments& arguments) {
  const std::filesystem::path file = findScene(arguments.scene.scene, scenesFolder());
  std::vector<std::string> assignments = arguments.scene.assignments;
  if (arguments.until >= 0) assignments.push_back(fmt::format("run.until={}", arguments.until));
  if (arguments.fps >= 0) assignments.push_back(fmt::format("run.fps={}", arguments.fps));
  const Scene scene = readScene(file, assignments);
  const ThreadLimit threads(arguments.threads);

  RunOptions options;
  options.folder = arguments.out.empty() ? std::filesystem::path("out") / file.stem()
                                         : std::filesystem::path(arguments.out);
  options.resume = arguments.resume;
  if (arguments.steps >= 0) options.steps = arguments.steps;
  options.stop = &stopRequested;
  ProgressBar bar(arguments.quiet);
  if (!arguments.quiet)
    options.onStartNote = [](const std::string& note) { fmt::print("{}\n", note); };
  options.onProgress = [&](const Progress& progress) { bar.show(progress); };

  std::signal(SIGINT, requestStop);
  std::signal(SIGTERM, requestStop);
  if (!arguments.quiet)
    fmt::print("{} into {}\n", scene.title.empty() ? file.stem().string() : scene.title,
               options.folder.string());
  // Without an arena of this size, threads beyond the number of cores would not take part.
  tbb::task_arena arena(threads.threads());
  const RunResult result = arena.execute([&] { return run(scene, options); });
  bar.end();

  const std::string table = timingTable(result.progress.wallSeconds);
  const std::string summary = fmt::format(
      "t = {:.6g} s, {} steps in {:.1f} s, {} particles, state {:016x}\n", result.progress.time,
      result.progress.steps, result.progress.wallSeconds, result.progress.particles, result.hash);
  writeFileAtomically(RunFolder(options.folder).log(), summary + table);
  if (!arguments.quiet) {
    fmt::print("{}", summary);
    reportEscapes(result);
  }
  if (arguments.verbose) fmt::print("{}", table);
  if (!result.finished && !arguments.quiet)
    fmt::print("{} before the end; go on with: {}\n",
               result.interrupted ? "Interrupted" : "Stopped",
               resumeCommand(RunFolder(options.folder)));
  return 0;
}

}  // namespace

Command runCommand() {
  const auto arguments = std::make_shared<RunArguments>();
  RunArguments& a = *arguments;
  return {.name = "run",
          .help = "Simulate a scene and write its frames",
          .options = {sceneOption(a.scene),
                      assignmentsOption(a.scene),
                      {.name = "--out",
                       .target = &a.out,
                       .help = "Folder of the run; out/<scene> if left out"},
                      {.name = "--until",
                       .target = &a.until,
                       .help = "Simulated time at which the run ends, in s",
                       .check = nonNegativeNumber},
                      {.name = "--steps",
                       .target = &a.steps,
                       .help = "Stop after so many steps of this call",
                       .check = nonNegativeNumber},
                      {.name = "--fps",
                       .target = &a.fps,
                       .help = "Frames written per simulated second",
                       .check = positiveNumber},
                      {.name = "--threads",
                       .target = &a.threads,
                       .help = "Threads to use, at most 1024; 0 is all cores",
                       .check = threadCount},
                      lanesOption(),
                      {.name = "--resume",
                       .target = &a.resume,
                       .help = "Go on from the checkpoint in the folder"},
                      {.name = "-q,--quiet", .target = &a.quiet, .help = "Print errors only"},
                      {.name = "-v,--verbose",
                       .target = &a.verbose,
                       .help = "Print where the time went"}},
          .footer =
              "The result is the same, bit for bit, for any number of threads and lanes.\n"
              "Ctrl-C finishes the step and writes a checkpoint.",
          .action = [arguments] { return runScene(*arguments); }};
}

}  // namespace shoal::app
