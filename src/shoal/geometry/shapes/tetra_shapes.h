// Tetrahedral meshes of simple shapes: cells in rows, each cut into six.
#pragma once

#include "shoal/geometry/tetra/tetra_mesh.h"

namespace shoal {

// A box of so many cells along each axis, or of cells of about the size `cell`.
TetraMesh makeTetraBox(const Box3d& box, std::array<int, 3> cells);
TetraMesh makeTetraBox(const Box3d& box, double cell);

// A vessel around the line between two points, open at both ends.
TetraMesh makeTetraTube(const Vec3d& start, const Vec3d& end, double innerRadius,
                        double outerRadius, double cell);

// A basin with these outer bounds, open towards +y, whose floor and walls are as thick as `wall`.
TetraMesh makeTetraPool(const Box3d& box, double wall, double cell);

}  // namespace shoal
