// Where a surface passes through itself.
#pragma once

#include <optional>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

struct MeshCrossing {
  std::uint32_t first = 0, second = 0;  // triangles
  Vec3d place;                          // m, where they meet
};

// The crossing of lowest numbers, if triangles pass through each other or lie upon each other.
// To share a vertex or an edge, or to touch with a vertex, is none.
std::optional<MeshCrossing> firstCrossing(const TriangleMesh& mesh);

}  // namespace shoal
