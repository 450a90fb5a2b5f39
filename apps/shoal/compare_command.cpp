#include <memory>

#include <fmt/ranges.h>

#include "commands.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/scene/scene_list.h"
#include "shoal/study/compare.h"

namespace shoal::app {

namespace {

struct CompareArguments {
  SceneArguments scene;
  std::vector<std::string> couplings;
  std::string out;
  double until = -1;
  bool overwrite = false;
};

void announce(const CoupledScene& run) {
  fmt::print("{}", run.coupling);
  if (!run.kept.empty())
    fmt::print("; {} kept the coupling of the scene", fmt::join(run.kept, ", "));
  fmt::print("\n");
  for (const std::string& advice : run.advice) fmt::print("  {}\n", advice);
  std::fflush(stdout);
}

int compareScene(const CompareArguments& arguments) {
  const std::filesystem::path file = findScene(arguments.scene.scene, scenesFolder());
  std::vector<std::string> assignments = arguments.scene.assignments;
  if (arguments.until >= 0) assignments.push_back(fmt::format("run.until={}", arguments.until));
  const Scene scene = readScene(file, assignments);
  const std::filesystem::path folder =
      arguments.out.empty() ? std::filesystem::path("out") / (file.stem().string() + "-compared")
                            : std::filesystem::path(arguments.out);
  const auto all =
      compareCouplings(scene, arguments.couplings, folder, arguments.overwrite, announce);
  for (const Comparison& one : all)
    if (!one.failure.empty()) fmt::print("{} failed: {}\n", one.coupled.coupling, one.failure);
  fmt::print("{}\n", (folder / "compare.html").string());
  return 0;
}

}  // namespace

Command compareCommand() {
  const auto arguments = std::make_shared<CompareArguments>();
  return {
      .name = "compare",
      .help = "Run a scene with several couplings and compare them",
      .options = {sceneOption(arguments->scene),
                  assignmentsOption(arguments->scene),
                  {.name = "--coupling",
                   .target = &arguments->couplings,
                   .help = "Couplings to set on all solids that can take them, with commas between",
                   .required = true,
                   .words = KindTable<CouplingKind>::words(),
                   .commas = true},
                  {.name = "--out",
                   .target = &arguments->out,
                   .help = "Folder of the page; out/<scene>-compared if left out"},
                  {.name = "--until",
                   .target = &arguments->until,
                   .help = "Simulated time at which the runs end, in s",
                   .check = nonNegativeNumber},
                  overwriteOption(arguments->overwrite),
                  lanesOption()},
      .footer = "Writes compare.html and compare.csv, and each run in a folder of its own.",
      .action = [arguments] { return compareScene(*arguments); }};
}

}  // namespace shoal::app
