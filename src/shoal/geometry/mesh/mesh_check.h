// Defects of triangle meshes, counted by kind.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

struct MeshReport {
  std::size_t triangles = 0;
  std::size_t degenerateTriangles = 0;  // without area
  std::size_t openEdges = 0;  // with an unpaired triangle: opposite directions do not balance
  std::size_t nonManifoldEdges = 0;    // shared by more than two triangles
  std::size_t flippedEdges = 0;        // two triangles run along it in the same direction
  std::size_t duplicateTriangles = 0;  // on the same three vertices as an earlier one
  std::size_t components = 0;          // connected parts, by common vertices

  // Whether the mesh encloses a volume, with all triangles facing the same side.
  bool closed() const { return triangles > 0 && openEdges == 0 && flippedEdges == 0; }
  // "closed, 1 component" or "not closed: 4 open edges, 1 component".
  std::string summary() const;
};

// Whether the area of the triangle is zero up to round-off.
bool hasNoArea(const std::array<Vec3d, 3>& corner);

// Vertices at exactly equal positions count as one.
MeshReport checkMesh(const TriangleMesh& mesh);

}  // namespace shoal
