// Filling of shapes with a cubic lattice: initial positions of fluid.
#pragma once

#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// A cubic lattice, centred in the box, each point in the middle of a cell of its own inside the
// box; at least one point per axis. In 2D all points have z = 0 and the z-range of the box does
// not matter. Here and below x runs fastest, then y, then z, and more than 200 million points are
// an Error.
std::vector<Vec3d> fillBox(const Box3d& box, double spacing, int dimensions);

// Those points of the lattice of the sphere's bounding box that lie inside; a disc in 2D.
std::vector<Vec3d> fillSphere(Vec3d centre, double radius, double spacing, int dimensions);

// The points of the lattice of the mesh's bounding box at which the winding number of the closed
// mesh is not zero; in 2D the inside of its section at z = 0.
std::vector<Vec3d> fillMesh(const TriangleMesh& mesh, double spacing, int dimensions);

}  // namespace shoal
