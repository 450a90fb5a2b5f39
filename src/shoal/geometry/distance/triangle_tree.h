// Bounding volume hierarchy over the triangles of a mesh.
#pragma once

#include "shoal/geometry/mesh/triangle_mesh.h"
#include "shoal/search/box_tree.h"

namespace shoal {

inline Box3d triangleBox(const TriangleMesh& mesh, std::size_t triangle) {
  Box3d box;
  for (const Vec3d& p : corners(mesh, triangle)) box.extend(p);
  return box;
}

// The items are the triangles of the mesh, which is not modified.
BoxTree<double> triangleTree(const TriangleMesh& mesh);

}  // namespace shoal
