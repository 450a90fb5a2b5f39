// How thin a solid is.
#pragma once

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// The least distance, in m, through the inside of a closed mesh from a face to one that faces the
// other way, of some hundred faces that are looked at; infinity if there is none. In two
// dimensions, faces that look along z do not count.
double leastThickness(const TriangleMesh& mesh, int dimensions);

}  // namespace shoal
