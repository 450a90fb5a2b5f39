// Exports a run for another program, as a folder with all that is to be seen.
#pragma once

#include <filesystem>
#include <functional>

#include "shoal/core/box.h"
#include "shoal/output/export/exporter.h"

namespace shoal {

struct ExportJob {
  Handle<ExportKind> program;
  std::filesystem::path out;
  // A camera in the axes of the run that shows a box. Left out, there is one of little use.
  std::function<ExportCamera(const Box3d&)> camera{};
  std::function<void(std::size_t done, std::size_t total)> onFrame{};
};

// Surfaces of fluids are those that the run has, or are reconstructed as `scene.surface` says. What
// an earlier export left in the folder is replaced; an Error if the folder holds something else, or
// if the run has no frames. The script that opens the export is written last.
void exportRun(const RunFolder& folder, const Scene& scene, const ExportJob& job);

}  // namespace shoal
