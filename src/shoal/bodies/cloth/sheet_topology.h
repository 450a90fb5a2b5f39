// Connectivity of a triangle sheet: edges, hinges and connected parts.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "shoal/core/grouped.h"
#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

inline constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

// An edge runs from a to b in its first triangle. Where there is a second one, it is a hinge.
struct SheetEdge {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::array<std::uint32_t, 2> triangle{kNobody, kNobody};
  std::array<std::uint32_t, 2> apex{kNobody, kNobody};  // of those triangles, across from the edge

  bool isHinge() const { return triangle[1] != kNobody; }
};

struct SheetTopology {
  std::vector<SheetEdge> edges;                          // in the order of triangles
  std::vector<std::array<std::uint32_t, 3>> edgeAcross;  // per triangle: across from each corner
  Grouped<std::uint32_t> corners;                        // of vertices: 3 * triangle + corner
  Grouped<std::uint32_t> hinges;  // of vertices: 4 * edge + role: a, b, apex 0, apex 1
  Grouped<std::uint32_t> parts;   // the vertices of each connected part
};

// For a mesh as repairSheet() leaves it.
SheetTopology sheetTopology(std::span<const Triangle> triangles, std::size_t vertices);

}  // namespace shoal
