#include "shoal/bodies/cloth/sheet_topology.h"

#include "shoal/geometry/mesh/mesh_topology.h"
#include "shoal/geometry/mesh/triangle_sides.h"

namespace shoal {

namespace {

void findEdges(SheetTopology& sheet, std::span<const Triangle> triangles) {
  sheet.edgeAcross.resize(triangles.size());
  const std::vector<TriangleSide> sides = sortedSides(triangles);
  for (std::size_t s = 0; s < sides.size(); ++s) {
    const TriangleSide& side = sides[s];
    const Triangle& corner = triangles[side.triangle];
    const std::uint32_t opposite = (side.start + 2) % 3;
    const bool second = s > 0 && sides[s - 1].sameEdge(side);
    if (!second) {
      SheetEdge& edge = sheet.edges.emplace_back();
      edge.a = corner[side.start];
      edge.b = corner[(side.start + 1) % 3];
    }
    sheet.edges.back().triangle[second] = side.triangle;
    sheet.edges.back().apex[second] = corner[opposite];
    sheet.edgeAcross[side.triangle][opposite] = static_cast<std::uint32_t>(sheet.edges.size() - 1);
  }
}

void findParts(SheetTopology& sheet, std::span<const Triangle> triangles, std::size_t vertices) {
  TriangleMesh bare;
  bare.vertices.resize(vertices);
  bare.triangles.assign(triangles.begin(), triangles.end());
  const MeshParts parts = connectedParts(bare);
  std::vector<std::uint32_t> partOf(vertices);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (const std::uint32_t v : triangles[t]) partOf[v] = parts.ofTriangle[t];
  sheet.parts = groupByOwner<std::uint32_t>(parts.count, [&](auto&& add) {
    for (std::uint32_t v = 0; v < vertices; ++v) add(partOf[v], v);
  });
}

}  // namespace

SheetTopology sheetTopology(std::span<const Triangle> triangles, std::size_t vertices) {
  SheetTopology sheet;
  findEdges(sheet, triangles);
  findParts(sheet, triangles, vertices);
  sheet.corners = groupByOwner<std::uint32_t>(vertices, [&](auto&& add) {
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
      for (std::uint32_t k = 0; k < 3; ++k) add(triangles[t][k], 3 * t + k);
  });
  sheet.hinges = groupByOwner<std::uint32_t>(vertices, [&](auto&& add) {
    for (std::uint32_t e = 0; e < sheet.edges.size(); ++e) {
      const SheetEdge& edge = sheet.edges[e];
      if (!edge.isHinge()) continue;
      add(edge.a, 4 * e);
      add(edge.b, 4 * e + 1);
      add(edge.apex[0], 4 * e + 2);
      add(edge.apex[1], 4 * e + 3);
    }
  });
  return sheet;
}

}  // namespace shoal
