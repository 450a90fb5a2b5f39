// scene.json of an export: what its script has to know about the run.
#pragma once

#include <string>
#include <string_view>

#include "shoal/output/export/exporter.h"

namespace shoal {

// Parts with the names of their files: of sequences "surfaces/water_######.ply" and the numbers of
// the frames that there are; of rigid ones the mesh and the table of poses.
std::string sceneJson(const ExportSummary& summary, std::string_view extension);

}  // namespace shoal
