// Repairs what is wrong with a triangle mesh where that is safe, and names the place where not.
#pragma once

#include <string>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

struct RepairedMesh {
  TriangleMesh mesh;
  std::vector<std::uint32_t> origin;  // the number each triangle had

  std::size_t mergedVertices = 0;       // at the place of another one
  std::size_t degenerateTriangles = 0;  // without area, left out
  std::size_t duplicateTriangles = 0;   // on the same vertices as an earlier one, left out
  std::size_t turnedTriangles = 0;  // that faced the other side than their neighbours, or inwards

  std::size_t parts = 0;  // that share no vertex

  // One line about what was changed and about parts, or "".
  std::string note() const;
  // "triangle 12 at (0.1, 0.2, 0.3)", by the number it had.
  std::string placeOf(std::size_t triangle) const;
};

// Vertices at equal places become one, triangles without area and repeated ones go, neighbours
// face the same side, and closed parts outwards, or inwards where they bound a hollow in another
// one. An Error if nothing is left.
RepairedMesh repaired(const TriangleMesh& mesh);

// Throws an Error that names the place unless the mesh bounds a volume: no edge of one triangle or
// of more than two, and nothing that passes through something else.
void requireVolume(const RepairedMesh& repaired);

// Throws an Error that names the place if an edge belongs to more than two triangles.
void requireManifold(const RepairedMesh& repaired);

}  // namespace shoal
