// Self-intersections of triangle meshes.
#pragma once

#include <optional>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

struct MeshCrossing {
  std::uint32_t first = 0, second = 0;  // triangles
  Vec3d place;                          // m, where they meet
};

// The first intersection by triangle numbers: two triangles that pierce each other or overlap in a
// plane. Sharing a vertex or an edge, or touching with a vertex, does not count.
std::optional<MeshCrossing> firstCrossing(const TriangleMesh& mesh);

}  // namespace shoal
