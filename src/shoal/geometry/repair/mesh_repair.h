// Repair of triangle meshes where it is unambiguous; other defects are errors that name the place.
#pragma once

#include <string>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

struct RepairedMesh {
  TriangleMesh mesh;
  std::vector<std::uint32_t> origin;  // the number each triangle had

  std::size_t mergedVertices = 0;       // coincident with an earlier vertex
  std::size_t degenerateTriangles = 0;  // without area, left out
  std::size_t duplicateTriangles = 0;   // on the same vertices as an earlier one, left out
  std::size_t turnedTriangles = 0;      // flipped: oriented against their neighbours, or inwards

  std::size_t parts = 0;  // connected parts, by common vertices

  // One line about what was changed and about parts, or "".
  std::string note() const;
  // "triangle 12 at (0.1, 0.2, 0.3)", by the number it had.
  std::string placeOf(std::size_t triangle) const;
};

// Merges coincident vertices, removes degenerate and duplicate triangles, and orients the rest
// consistently: closed parts outwards, or inwards where they bound a cavity. An Error if nothing is
// left.
RepairedMesh repaired(const TriangleMesh& mesh);

// Throws an Error that names the place unless the mesh bounds a volume: every edge has two
// triangles, and there is no self-intersection.
void requireVolume(const RepairedMesh& m);

// Throws an Error that names the place if an edge belongs to more than two triangles.
void requireManifold(const RepairedMesh& m);

}  // namespace shoal
