#include "shoal/geometry/mesh/mesh_check.h"

#include <algorithm>

#include "shoal/core/error.h"
#include "shoal/geometry/mesh/mesh_topology.h"

namespace shoal {

namespace {

bool namesVertexTwice(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

std::size_t countDuplicates(std::vector<Triangle> triangles) {
  for (Triangle& t : triangles) std::sort(t.begin(), t.end());
  std::sort(triangles.begin(), triangles.end());
  const auto end = std::unique(triangles.begin(), triangles.end());
  return static_cast<std::size_t>(triangles.end() - end);
}

std::string counted(std::size_t n, const char* what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

}  // namespace

bool hasNoArea(const std::array<Vec3d, 3>& corner) {
  constexpr double kRoundOff = 1e-12;  // of the square of the longest edge
  const auto& [a, b, c] = corner;
  const double longest = std::max({dot(b - a, b - a), dot(c - b, c - b), dot(a - c, a - c)});
  return length(cross(b - a, c - a)) <= kRoundOff * longest;
}

MeshReport checkMesh(const TriangleMesh& mesh) {
  requireUsable(mesh);
  TriangleMesh joined = welded(mesh);
  MeshReport report;
  report.triangles = joined.triangles.size();
  report.components = connectedParts(joined).count;
  for (std::size_t t = 0; t < joined.triangles.size(); ++t)
    if (hasNoArea(corners(joined, t))) ++report.degenerateTriangles;

  // A triangle that has collapsed to an edge or a point neither closes nor opens anything.
  std::erase_if(joined.triangles, namesVertexTwice);
  report.duplicateTriangles = countDuplicates(joined.triangles);
  for (const MeshEdge& edge : meshEdges(joined.triangles)) {
    const std::uint32_t uses = edge.forward + edge.backward;
    if (uses > 2) ++report.nonManifoldEdges;
    if (edge.forward == edge.backward) continue;
    ++(uses == 2 ? report.flippedEdges : report.openEdges);
  }
  return report;
}

std::string MeshReport::summary() const {
  std::string text = closed() ? "closed" : "not closed";
  auto add = [&, separator = closed() ? ", " : ": "](std::size_t n, const char* what) mutable {
    if (n == 0) return;
    text += separator + counted(n, what);
    separator = ", ";
  };
  add(openEdges, "open edge");
  add(flippedEdges, "flipped edge");
  add(nonManifoldEdges, "non-manifold edge");
  add(degenerateTriangles, "degenerate triangle");
  add(duplicateTriangles, "duplicate triangle");
  add(components, "component");
  return text;
}

}  // namespace shoal
