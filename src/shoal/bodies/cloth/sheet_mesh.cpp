#include "shoal/bodies/cloth/sheet_mesh.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "shoal/core/error.h"
#include "shoal/geometry/mesh/mesh_topology.h"

namespace shoal {

namespace {

bool hasNoArea(const std::array<Vec3d, 3>& corner) {
  // Thinner than this share of its longest edge, a triangle cannot tell stretch from shear.
  constexpr double kThinnest = 1e-6;
  const auto& [a, b, c] = corner;
  const double longest = std::max({dot(b - a, b - a), dot(c - b, c - b), dot(a - c, a - c)});
  return !(length(cross(b - a, c - a)) > kThinnest * longest);
}

std::size_t dropFlat(TriangleMesh& mesh) {
  std::vector<Triangle> kept;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (!hasNoArea(corners(mesh, t))) kept.push_back(mesh.triangles[t]);
  const std::size_t dropped = mesh.triangles.size() - kept.size();
  mesh.triangles = std::move(kept);
  return dropped;
}

std::size_t dropRepeated(TriangleMesh& mesh) {
  std::set<Triangle> seen;
  return std::erase_if(mesh.triangles, [&](Triangle t) {
    std::sort(t.begin(), t.end());
    return !seen.insert(t).second;
  });
}

// Merges coincident vertices and drops unused ones; the others keep their order, so that a sound
// mesh keeps its numbers.
std::size_t weldAndCompact(TriangleMesh& mesh) {
  WeldedPoints welded = weldPoints(mesh.vertices);
  constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> number(welded.points.size(), kUnused);
  for (Triangle& triangle : mesh.triangles)
    for (std::uint32_t& v : triangle) number[v = welded.idOf[v]] = 0;
  const std::size_t before = mesh.vertices.size();
  mesh.vertices.clear();
  for (std::size_t v = 0; v < number.size(); ++v) {
    if (number[v] == kUnused) continue;
    number[v] = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.push_back(welded.points[v]);
  }
  for (Triangle& triangle : mesh.triangles)
    for (std::uint32_t& v : triangle) v = number[v];
  return before - mesh.vertices.size();
}

void requireManifold(const TriangleMesh& mesh) {
  for (const MeshEdge& edge : meshEdges(mesh.triangles)) {
    const auto uses = edge.forward + edge.backward;
    if (uses <= 2) continue;
    const Vec3d at = (mesh.vertices[edge.a] + mesh.vertices[edge.b]) / 2.0;
    fail(
        "cloth cannot branch, but {} triangles meet at the edge around ({:.6g}, {:.6g}, {:.6g}); "
        "take one away or part them",
        uses, at.x, at.y, at.z);
  }
}

}  // namespace

std::vector<std::uint32_t> splitFans(std::vector<Triangle>& triangles, std::size_t vertices,
                                     std::span<const std::array<std::uint32_t, 2>> cuts) {
  std::vector<std::vector<std::uint32_t>> around(vertices);
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    for (const std::uint32_t v : triangles[t]) around[v].push_back(t);

  std::vector<std::uint32_t> source(vertices);
  std::iota(source.begin(), source.end(), 0u);
  // Fans are found in the triangles as they were, so that the order of vertices has no effect.
  const std::vector<Triangle> before = triangles;
  const auto isCut = [&](std::uint32_t v, std::uint32_t p) {
    return std::ranges::binary_search(cuts, std::array{std::min(v, p), std::max(v, p)});
  };
  const auto shareEdgeAt = [&](std::uint32_t v, std::uint32_t s, std::uint32_t t) {
    for (const std::uint32_t p : before[s])
      if (p != v && std::find(before[t].begin(), before[t].end(), p) != before[t].end() &&
          !isCut(v, p))
        return true;
    return false;
  };
  for (std::uint32_t v = 0; v < vertices; ++v) {
    std::vector<std::uint32_t> left = around[v];
    for (bool first = true; !left.empty(); first = false) {
      std::vector<std::uint32_t> fan{left.front()};
      left.erase(left.begin());
      for (std::size_t n = 0; n < fan.size(); ++n)
        std::erase_if(left, [&](std::uint32_t t) {
          const bool joined = shareEdgeAt(v, fan[n], t);
          if (joined) fan.push_back(t);
          return joined;
        });
      if (first) continue;
      for (const std::uint32_t t : fan)
        std::replace(triangles[t].begin(), triangles[t].end(), v,
                     static_cast<std::uint32_t>(source.size()));
      source.push_back(v);
    }
  }
  return source;
}

SheetMesh repairSheet(const TriangleMesh& mesh) {
  requireUsable(mesh);
  SheetMesh sheet;
  sheet.mesh = mesh;
  const auto note = [&](std::size_t count, const char* what) {
    if (count > 0) sheet.repairs.push_back(fmt::format("{} {}", count, what));
  };
  note(weldAndCompact(sheet.mesh), "vertices left out: unused, or at the place of another");
  note(dropFlat(sheet.mesh), "triangles without area left out");
  note(dropRepeated(sheet.mesh), "triangles left out that repeat another");
  if (sheet.mesh.triangles.empty()) fail("the mesh of a cloth has no triangle with an area");
  requireManifold(sheet.mesh);
  weldAndCompact(sheet.mesh);  // what was left out may have left vertices behind

  std::vector<Vec3d>& x = sheet.mesh.vertices;
  const auto source = splitFans(sheet.mesh.triangles, x.size());
  note(source.size() - x.size(), "vertices split at which parts touched in one point");
  for (std::size_t v = x.size(); v < source.size(); ++v) x.push_back(x[source[v]]);
  return sheet;
}

}  // namespace shoal
