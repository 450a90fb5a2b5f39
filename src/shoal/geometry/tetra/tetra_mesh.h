// Tetrahedral meshes.
#pragma once

#include <string>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// Of positive volume: (b - a) x (c - a) points to the side of d.
using Tetra = std::array<std::uint32_t, 4>;

struct TetraMesh {
  std::vector<Vec3d> vertices;  // m
  std::vector<Tetra> tets;

  Box3d bounds() const;
  double volume() const;  // m^3
};

// In m^3; negative if its vertices are in the other order.
double signedVolume(const TetraMesh& mesh, std::size_t tet);

// The faces that belong to one tetrahedron only, outward, on the vertices of the mesh.
std::vector<Triangle> boundaryTriangles(const TetraMesh& mesh);

// Throws an Error unless the mesh has tetrahedra, coordinates within bounds and only valid indices.
void requireUsable(const TetraMesh& mesh);

// Result of a repair: changes and remarks.
struct TetraRepair {
  std::size_t reordered = 0;       // tetrahedra whose volume was negative
  std::size_t unusedVertices = 0;  // left out
  std::size_t parts = 0;           // connected parts, by common vertices
  std::size_t hinges = 0;          // edges at which tetrahedra meet without a common face

  // One line about what a user should know, or "".
  std::string note() const;
};

// Orients tetrahedra and removes unused vertices. Throws an Error that names the place where
// tetrahedra are flat, overlap, or are more than two at one face.
TetraRepair repair(TetraMesh& mesh);

}  // namespace shoal
