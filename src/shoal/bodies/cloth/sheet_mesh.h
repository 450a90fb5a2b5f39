// Repair of triangle meshes for use as cloth.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

struct SheetMesh {
  TriangleMesh mesh;
  std::vector<std::string> repairs;  // one sentence per kind of change; empty if none was needed
};

// Drops triangles without area, repeated triangles and vertices that no triangle uses, makes
// vertices at one position one, and splits vertices at which sheets touch without sharing an edge.
// Separate parts stay in one cloth. An Error that names the place where an edge has more than two
// triangles, or if nothing is left.
SheetMesh repairSheet(const TriangleMesh& mesh);

// Gives every vertex as many copies as it has fans of triangles joined by edges. Returns, for
// each vertex of the result, the one it was; the first vertices keep their numbers. Edges in
// `cuts`, sorted pairs of vertices of which the lower comes first, join nothing.
std::vector<std::uint32_t> splitFans(std::vector<Triangle>& triangles, std::size_t vertices,
                                     std::span<const std::array<std::uint32_t, 2>> cuts = {});

}  // namespace shoal
