// The sides of triangles, sorted so that those along one edge follow each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// From corner `start` of a triangle to its next one.
struct TriangleSide {
  std::uint32_t low = 0, high = 0;  // the vertices at its ends
  std::uint32_t triangle = 0, start = 0;

  bool sameEdge(const TriangleSide& o) const { return low == o.low && high == o.high; }
};

// By the vertices at their ends, then by triangle.
std::vector<TriangleSide> sortedSides(std::span<const Triangle> triangles);

}  // namespace shoal
