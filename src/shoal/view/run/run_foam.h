// Spray, foam and bubbles of a run in pictures: small white balls.
#pragma once

#include <filesystem>
#include <optional>

#include "shoal/output/run_folder.h"
#include "shoal/view/picture/picture_mesh.h"

namespace shoal {

// The file of a frame, which the run wrote or `shoal foam` made; empty if there is none.
std::filesystem::path foamFile(const RunFolder& folder, long frame);

// What is in it, for fluid of this spacing, in m.
std::optional<PictureMesh> foamAt(const RunFolder& folder, long frame, double spacing);

}  // namespace shoal
