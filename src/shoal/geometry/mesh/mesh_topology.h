// Connectivity of triangle meshes: merged vertices, parts, edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// Points with coincident ones merged, in the order of their first appearance.
struct WeldedPoints {
  std::vector<Vec3d> points;
  std::vector<std::uint32_t> idOf;  // of each given point, into `points`
};
WeldedPoints weldPoints(std::span<const Vec3d> points);

// The mesh with coincident vertices merged and unused ones removed. Triangles keep their number and
// order; some may have become degenerate.
TriangleMesh welded(const TriangleMesh& mesh);

// The parts of the mesh that share no vertex: a part number per triangle, counted from 0.
struct MeshParts {
  std::vector<std::uint32_t> ofTriangle;
  std::uint32_t count = 0;
};
MeshParts connectedParts(const TriangleMesh& mesh);

// An edge from the lower vertex number to the higher one, and how many triangles run along it.
struct MeshEdge {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t forward = 0;   // from a to b
  std::uint32_t backward = 0;  // from b to a
};

// Every edge once, sorted by (a, b). Triangles that name a vertex twice have their two remaining
// vertices as an edge that runs both ways.
std::vector<MeshEdge> meshEdges(std::span<const Triangle> triangles);

}  // namespace shoal
