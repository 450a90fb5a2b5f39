// Spray, foam and bubbles of a run in pictures: small white balls.
#pragma once

#include <optional>

#include "shoal/output/run_folder.h"
#include "shoal/view/picture/picture_mesh.h"

namespace shoal {

// Those of a frame, which the run wrote or `shoal foam` made, for fluid of this spacing, in m; none
// if there is no such file.
std::optional<PictureMesh> foamAt(const RunFolder& folder, long frame, double spacing);

}  // namespace shoal
