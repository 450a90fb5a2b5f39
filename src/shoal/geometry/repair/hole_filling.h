// Closing of open surfaces.
#pragma once

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// Fills each loop of open edges with the triangulation of least area over its vertices [BDE96]; no
// vertex is added, moved or renumbered. Triangles must be oriented consistently. Returns the number
// of loops; an Error for one of more than kMostHoleEdges edges.
std::size_t fillHoles(TriangleMesh& mesh);

// Adds triangles until every edge is run along as often forwards as backwards, so that winding
// numbers are whole, however the mesh branches or crosses itself. Loops of edges that lack others
// are filled as by fillHoles; those of more than kMostHoleEdges edges by a fan around a new vertex
// in their middle. Returns the number of loops.
std::size_t sealEdges(TriangleMesh& mesh);

inline constexpr std::size_t kMostHoleEdges = 1000;  // the effort grows with the third power

}  // namespace shoal
