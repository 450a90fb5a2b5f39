// Which side the triangles of a mesh face.
#pragma once

#include "shoal/geometry/triangle_mesh.h"

namespace shoal {

// Turns triangles so that neighbours face the same side, most of each part as they did; closed
// parts face outwards, or inwards where they are within an odd number of others. Whether each
// triangle was turned. An Error names a triangle that would have to face both sides.
std::vector<bool> unifyFacing(TriangleMesh& mesh);

}  // namespace shoal
