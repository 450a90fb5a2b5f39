#include <memory>

#include <fmt/core.h>
#include <unistd.h>

#include "commands.h"
#include "shoal/output/export/export_run.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/view/picture/camera.h"
#include "shoal/view/run/render_run.h"

namespace shoal::app {

namespace {

namespace fs = std::filesystem;

struct ExportArguments {
  std::string folder, program, out;
};

// The camera of pictures without labels, of the shape that films have.
ExportCamera cameraFor(const Box3d& seen, const Scene& scene) {
  constexpr double kWide = 16.0 / 9, kFilled = 0.95;
  const ViewParams view = seenBy(scene.camera);
  const Camera camera =
      placeCamera(seen, scene.world.dimensions, -scene.world.gravity, view, kWide, kFilled);
  return {camera.eye,          camera.forward,   camera.up,
          camera.orthographic, view.fieldOfView, camera.halfHeight};
}

int exportFor(const ExportArguments& a) {
  const RunFolder folder(a.folder);
  folder.mustBeRun();
  const Scene scene = readScene(folder.scene());
  ExportJob job{a.program, a.out.empty() ? folder.exports() / a.program : fs::path(a.out)};
  job.camera = [&](const Box3d& seen) { return cameraFor(seen, scene); };
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  if (terminal)
    job.onFrame = [](std::size_t done, std::size_t total) {
      fmt::print("\r{} of {} frames{}", done, total, done == total ? "\n" : "");
      std::fflush(stdout);
    };
  exportRun(folder, scene, job);
  fmt::print("{}\n{}", job.out.string(), job.program->howTo);
  return 0;
}

// "blender, houdini or paraview".
std::string knownPrograms() {
  std::string known;
  const std::vector<std::string> words = KindTable<ExportKind>::words();
  for (std::size_t k = 0; k < words.size(); ++k)
    known += (k == 0 ? "" : k + 1 == words.size() ? " or " : ", ") + words[k];
  return known;
}

}  // namespace

Command exportCommand() {
  const auto a = std::make_shared<ExportArguments>();
  return {.name = "export",
          .help = "Write a run as a folder that another program opens",
          .options =
              {{.name = "RUN", .target = &a->folder, .help = "Folder of the run", .required = true},
               {.name = "--for",
                .target = &a->program,
                .help = "The program: " + knownPrograms(),
                .required = true},
               {.name = "--out",
                .target = &a->out,
                .help = "Where to put it; RUN/export/PROGRAM if left out"}},
          .footer =
              "Surfaces of fluids that the run does not have are made as the scene says in "
              "[surface]. docs/export.md explains the way into each program.",
          .action = [a] { return exportFor(*a); }};
}

}  // namespace shoal::app
