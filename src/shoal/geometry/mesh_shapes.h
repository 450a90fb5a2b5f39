// Triangle meshes of simple shapes.
#pragma once

#include <span>
#include <string>

#include "shoal/geometry/triangle_mesh.h"

namespace shoal {

// A closed box, or one without the faces named in openFaces: "-x", "+x", "-y", "+y", "-z", "+z".
TriangleMesh makeBox(const Box3d& box, std::span<const std::string> openFaces = {});

// A rectangle. U is the coordinate axis least aligned with the normal (x before y before z), made
// perpendicular to it, and V = normal x U.
TriangleMesh makePlane(Vec3d centre, Vec3d normal, double sizeU, double sizeV);

// An icosahedron whose faces are split in four `subdivisions` times and pushed to the sphere.
TriangleMesh makeSphere(Vec3d centre, double radius, int subdivisions = 4);

// Scales about the origin by a positive factor, then translates.
void transform(TriangleMesh& mesh, double scale, Vec3d translation);

}  // namespace shoal
