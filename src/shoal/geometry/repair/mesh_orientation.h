// Which side the triangles of a mesh face.
#pragma once

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// Turns triangles so that neighbours face the same side, most of each part as they did; closed
// parts face outwards, or inwards where they are within an odd number of others. Whether each
// triangle was turned. Surfaces of one side only, like a Moebius strip, keep a line where
// neighbours face apart.
std::vector<bool> unifyOrientation(TriangleMesh& mesh);

}  // namespace shoal
