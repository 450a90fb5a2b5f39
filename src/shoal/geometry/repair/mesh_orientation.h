// Consistent orientation of triangle meshes.
#pragma once

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// Flips triangles so that neighbours are oriented alike, as few as possible in each part; closed
// parts are oriented outwards, or inwards where they are inside an odd number of others. Returns
// for each triangle whether it was flipped. Non-orientable surfaces, like a Moebius strip, keep a
// line along which orientations differ.
std::vector<bool> unifyOrientation(TriangleMesh& mesh);

}  // namespace shoal
