// Points of the material of a solid of finite elements.
#pragma once

#include <array>
#include <vector>

#include "shoal/bodies/body.h"
#include "shoal/bodies/fem/fem_mesh.h"

namespace shoal {

using Barycentric = std::array<double, 4>;

// Of an element, at rest.
std::array<Vec3d, 4> restCorners(const FemMesh& mesh, std::size_t element);
// Barycentric coordinates of a point; some are negative outside of the tetrahedron.
Barycentric coordinatesIn(const std::array<Vec3d, 4>& corners, const Vec3d& p);
// Shape functions at barycentric coordinates: these themselves, or of a quadratic element
// l (2 l - 1) of the corners and 4 l_a l_b of the middles of edges.
std::vector<double> shapeFunctions(const Barycentric& l, bool quadratic);

// The point nearest to a place of the rest shape, with the shape functions of its element there as
// weights. Of elements that share the point, the first.
MaterialPoint nearestMaterial(const FemMesh& mesh, const Vec3d& rest);

}  // namespace shoal
