// A bath duck: a non-convex body whose principal axes all differ.
#pragma once

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// A closed surface around the centre of its box, as long as said from tail to bill, its bill
// towards +x and its head up, towards +y.
TriangleMesh makeDuck(const Vec3d& centre, double length, int subdivisions = 5);

}  // namespace shoal
