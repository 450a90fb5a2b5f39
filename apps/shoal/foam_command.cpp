#include <algorithm>
#include <memory>

#include <fmt/core.h>

#include "commands.h"
#include "shoal/core/error.h"
#include "shoal/output/foam_output.h"
#include "shoal/scene/read/assignment.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/view/run/run_solids.h"

namespace shoal::app {

namespace {

namespace fs = std::filesystem;

struct FoamArguments {
  std::string run, out;
  std::vector<std::string> formats{"vtp"}, assignments;
  bool noSolids = false;
};

// The scene of the run with other values for its table `foam`.
Scene sceneOf(const RunFolder& folder, std::vector<std::string> assignments) {
  for (const std::string& assignment : assignments)
    if (!assignment.starts_with("foam."))
      fail("--set {}: only foam can be set here; what made the particles stays", assignment);
  return readScene(folder.scene(), assignments);
}

int makeFoam(const FoamArguments& a) {
  const RunFolder folder(a.run);
  folder.mustBeRun();
  const Scene scene = sceneOf(folder, a.assignments);
  FoamJob job;
  job.params = scene.foam;
  job.formats = a.formats;
  job.out = a.out.empty() ? folder.foam() : fs::path(a.out);
  job.onFile = [](const fs::path& file) { fmt::print("{}\n", file.string()); };
  const RunSolids solids(folder, scene);
  if (!a.noSolids)
    job.solidsAt = [&](long frame) {
      std::vector<TriangleMesh> meshes;
      for (PictureMesh& solid : solids.at(frame))
        meshes.push_back({std::move(solid.vertices), std::move(solid.triangles)});
      return meshes;
    };
  foamRun(folder, scene, job);
  return 0;
}

}  // namespace

Command foamCommand() {
  const auto a = std::make_shared<FoamArguments>();
  return {
      .name = "foam",
      .help = "Make spray, foam and bubbles from the frames of a run",
      .options =
          {{.name = "RUN",
            .target = &a->run,
            .help = "Folder of a run whose frames have particles",
            .required = true},
           {.name = "--out", .target = &a->out, .help = "Where to put them; RUN/foam if left out"},
           {.name = "--format",
            .target = &a->formats,
            .help = "vtp or bgeo, or both with a comma between",
            .commas = true},
           {.name = "--set",
            .target = &a->assignments,
            .help = "Set a value of [foam], such as --set foam.trappedRate=8",
            .shownAs = "KEY=VALUE"},
           {.name = "--no-solids", .target = &a->noSolids, .help = "Let them pass through solids"}},
      .footer = "A run makes them, too, if run.write names foam: more exactly, at each step.",
      .action = [a] { return makeFoam(*a); }};
}

}  // namespace shoal::app
