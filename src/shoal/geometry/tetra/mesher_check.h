// Checks that elements of a given size can resolve a surface, and that the mesh does.
#pragma once

#include "shoal/geometry/tetra/tetra_mesh.h"

namespace shoal {

struct SurfacePoint {
  Vec3d place;
  Vec3d normal;
};

// Points on a surface: at least one on every triangle, and not much further apart than the spacing.
std::vector<SurfacePoint> pointsOn(const TriangleMesh& mesh, double spacing);

// Throws an Error that names the place where the body is thinner than `size`, m.
void requireThickness(const TriangleMesh& closed, double size);

// Throws an Error unless the volume of the mesh is within a tenth of that of the surface, its skin
// has as many parts and holes, and no part of the surface is further than `size` from it.
void requireLikeness(const TetraMesh& mesh, const TriangleMesh& closed, double size);

// The area of all triangles, in m^2.
double areaOf(const TriangleMesh& mesh);

}  // namespace shoal
