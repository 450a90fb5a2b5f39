// Whether elements of a size can show a surface, and did.
#pragma once

#include "shoal/geometry/tetra/tetra_mesh.h"

namespace shoal {

// Throws an Error that names the place where the body is thinner than `size`, m.
void requireThickness(const TriangleMesh& closed, double size);

// Throws an Error unless the mesh has the volume of the surface but for a tenth, its skin has as
// many parts and holes, and no part of the surface is further than `size` from it.
void requireLikeness(const TetraMesh& mesh, const TriangleMesh& closed, double size);

}  // namespace shoal
