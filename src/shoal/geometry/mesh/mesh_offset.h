// Offset surfaces.
#pragma once

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// Moves every face by `distance` along its normal, as far as that is possible with the faces that
// share its vertices: the corners of a box stay corners. Coincident vertices move together. Where
// faces meet at a very sharp angle, a vertex moves at most four times the distance.
void offsetMesh(TriangleMesh& mesh, double distance);

}  // namespace shoal
