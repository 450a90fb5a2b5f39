// Boundary samples on triangle meshes, [ACAT13] section 2.4.
#pragma once

#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// Samples at vertices, along edges and inside triangles, so that neighbouring ones are no further
// apart than the spacing (m). Vertices at equal positions and shared edges are sampled once.
// `normals`, if asked for, are those of the surface at the samples, see SharedNormal.
std::vector<Vec3f> sampleSurface(const TriangleMesh& mesh, double spacing,
                                 std::vector<Vec3f>* normals = nullptr);

}  // namespace shoal
