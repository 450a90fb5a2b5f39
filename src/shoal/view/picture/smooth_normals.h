// Normals of facets that stand in for a smooth surface.
#pragma once

#include "shoal/view/picture/picture_mesh.h"

namespace shoal {

// A unit vector for each corner of each of these triangles of a mesh: the mean over the triangles
// around the vertex that bend by less than the crease angle from this one. Beyond it edges stay
// sharp.
std::vector<std::array<Vec3f, 3>> smoothNormals(
    const PictureMesh& mesh, std::span<const std::array<std::uint32_t, 3>> triangles);

}  // namespace shoal
