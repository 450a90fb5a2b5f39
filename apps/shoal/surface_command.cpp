#include <memory>

#include <fmt/core.h>

#include "commands.h"
#include "shoal/core/error.h"
#include "shoal/output/surface_output.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/view/run/run_solids.h"

namespace shoal::app {

namespace {

namespace fs = std::filesystem;

struct SurfaceArguments {
  std::vector<std::string> from, formats{"vtp"};
  std::string out, field;
  double cell = 0, support = 0, spacing = 0;
  int smoothing = -1, dimensions = 3;
  long frame = -1;
  std::vector<std::string> columns;
  bool rough = false, noWalls = false;
};

// Options override what the scene says.
ReconstructionParams paramsOf(const SurfaceArguments& a, ReconstructionParams params) {
  if (!a.field.empty()) params.field = a.field;
  if (a.cell > 0) params.cell = a.cell;
  if (a.support > 0) params.support = a.support;
  if (a.smoothing >= 0) params.smoothing = a.smoothing;
  if (a.rough) params.cleanUp = false;
  if (!a.columns.empty()) params.columns = a.columns;
  return params;
}

int makeSurfaces(const SurfaceArguments& a) {
  SurfaceJob job;
  job.formats = a.formats;
  job.onFile = [](const fs::path& file) { fmt::print("{}\n", file.string()); };
  if (a.frame >= 0) job.frame = a.frame;
  if (fs::is_directory(a.from.front())) {
    if (a.from.size() > 1) fail("one run at a time; name files of particles, or one folder");
    const RunFolder folder(a.from.front());
    folder.mustBeRun();
    const Scene scene = readScene(folder.scene());
    job.params = paramsOf(a, scene.surface);
    job.out = a.out.empty() ? folder.surfaces() : fs::path(a.out);
    const RunSolids solids(folder, scene);
    if (!a.noWalls)
      job.wallsAt = [&](long frame) { return solids.samplesAt(frame, scene.world.spacing); };
    surfaceRun(folder, scene, job);
    return 0;
  }
  if (!(a.spacing > 0)) fail("say how far apart particles are at rest, in m, with --spacing");
  job.params = paramsOf(a, {});
  job.out = a.out.empty() ? fs::path("out/surfaces") : fs::path(a.out);
  surfaceFiles({a.from.begin(), a.from.end()}, a.spacing, a.dimensions, job);
  return 0;
}

}  // namespace

Command surfaceCommand() {
  const auto a = std::make_shared<SurfaceArguments>();
  return {.name = "surface",
          .help = "Make surfaces of the fluids of a run, or of particles in files",
          .options =
              {{.name = "FROM",
                .target = &a->from,
                .help = "Folder of a run, or files of particles: .vtp, .bgeo, .ply, .vtk, .xyz",
                .required = true,
                .commas = true},
               {.name = "--out",
                .target = &a->out,
                .help = "Where to put them; RUN/surfaces if left out"},
               {.name = "--format",
                .target = &a->formats,
                .help = "vtp, ply, obj or vdb, or several with commas between",
                .commas = true},
               {.name = "--frame",
                .target = &a->frame,
                .help = "Only this frame",
                .check = nonNegativeNumber},
               {.name = "--field", .target = &a->field, .help = "colour, averaged or anisotropic"},
               {.name = "--cell",
                .target = &a->cell,
                .help = "Edge of cells in spacings",
                .check = positiveNumber},
               {.name = "--support",
                .target = &a->support,
                .help = "Distance at which particles act, in spacings",
                .check = positiveNumber},
               {.name = "--smoothing",
                .target = &a->smoothing,
                .help = "Rounds of smoothing",
                .check = nonNegativeNumber},
               {.name = "--rough", .target = &a->rough, .help = "Keep small and thin triangles"},
               {.name = "--no-walls",
                .target = &a->noWalls,
                .help = "Let fluid end before walls as it does in air"},
               {.name = "--columns",
                .target = &a->columns,
                .help = "Columns of the particles that vertices get, with commas between",
                .commas = true},
               {.name = "--spacing",
                .target = &a->spacing,
                .help = "Of particles at rest, in m; for files",
                .check = positiveNumber},
               {.name = "--dimensions", .target = &a->dimensions, .help = "2 or 3; for files"}},
          .footer = "What is left out is as the scene says in [surface].",
          .action = [a] { return makeSurfaces(*a); }};
}

}  // namespace shoal::app
