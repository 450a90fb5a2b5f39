// Tetrahedral meshing of closed surfaces.
#pragma once

#include "shoal/geometry/tetra/tetra_mesh.h"

namespace shoal {

// The largest `grading`: cells of an octree double from one layer to the next.
inline constexpr double kLargestGrading = 2;

// Elements with edges of about `size` (m) at the surface, which grow by the factor `grading` from
// layer to layer towards the inside: 1 keeps them all alike. By isosurface stuffing [LS07]: angles
// between faces stay above 8 degrees, whatever the surface. Sharp edges are rounded off within
// `size`; the volume is kept by moving the surface outwards by a fraction of size^2 times
// curvature.
//
// The surface must bound a volume (see requireVolume). An Error, too, if a part of it is thinner
// than `size`, if gaps that narrow would be closed, or if more than about 20 million elements
// would come out.
TetraMesh meshInside(const TriangleMesh& closed, double size, double grading = 1);

}  // namespace shoal
