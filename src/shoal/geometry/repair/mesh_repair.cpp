#include "shoal/geometry/repair/mesh_repair.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>

#include "shoal/core/error.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/mesh/mesh_topology.h"
#include "shoal/geometry/repair/mesh_crossing.h"
#include "shoal/geometry/repair/mesh_orientation.h"

namespace shoal {

namespace {

std::string pointText(const Vec3d& p) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", p.x, p.y, p.z);
}

bool namesVertexTwice(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

// Keeps the triangles for which keep(number) holds; how many went.
template <class Keep>
std::size_t keepWhere(RepairedMesh& m, Keep&& keep) {
  std::size_t next = 0;
  for (std::size_t t = 0; t < m.mesh.triangles.size(); ++t) {
    if (!keep(t)) continue;
    m.mesh.triangles[next] = m.mesh.triangles[t];
    m.origin[next++] = m.origin[t];
  }
  const std::size_t gone = m.mesh.triangles.size() - next;
  m.mesh.triangles.resize(next);
  m.origin.resize(next);
  return gone;
}

std::size_t dropDuplicates(RepairedMesh& m) {
  std::vector<std::pair<Triangle, std::uint32_t>> sorted;
  for (std::uint32_t t = 0; t < m.mesh.triangles.size(); ++t) {
    Triangle triangle = m.mesh.triangles[t];
    std::sort(triangle.begin(), triangle.end());
    sorted.emplace_back(triangle, t);
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<bool> repeats(m.mesh.triangles.size());
  for (std::size_t i = 1; i < sorted.size(); ++i)
    repeats[sorted[i].second] = sorted[i].first == sorted[i - 1].first;
  return keepWhere(m, [&](std::size_t t) { return !repeats[t]; });
}

// The corner opposite to the longest edge.
std::size_t middleCorner(const std::array<Vec3d, 3>& p) {
  std::array<double, 3> edge;
  for (std::size_t i = 0; i < 3; ++i) edge[i] = length(p[(i + 2) % 3] - p[(i + 1) % 3]);
  return static_cast<std::size_t>(std::max_element(edge.begin(), edge.end()) - edge.begin());
}

using Edge = std::pair<std::uint32_t, std::uint32_t>;
Edge edgeOf(std::uint32_t a, std::uint32_t b) { return std::minmax(a, b); }

struct EdgeUse {
  Edge edge;
  std::uint32_t triangle = 0;
};

std::vector<EdgeUse> sortedUses(const TriangleMesh& mesh) {
  std::vector<EdgeUse> uses;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i)
      uses.push_back({edgeOf(mesh.triangles[t][i], mesh.triangles[t][(i + 1) % 3]), t});
  std::sort(uses.begin(), uses.end(), [](const EdgeUse& a, const EdgeUse& b) {
    return std::tie(a.edge, a.triangle) < std::tie(b.edge, b.triangle);
  });
  return uses;
}

// The triangle of that edge which is not t, if there is exactly one.
std::optional<std::uint32_t> across(const std::vector<EdgeUse>& uses, const Edge& edge,
                                    std::uint32_t t) {
  const auto [begin, end] =
      std::equal_range(uses.begin(), uses.end(), EdgeUse{edge, 0},
                       [](const EdgeUse& a, const EdgeUse& b) { return a.edge < b.edge; });
  if (end - begin != 2) return std::nullopt;
  return begin->triangle == t ? (begin + 1)->triangle : begin->triangle;
}

// Removes triangles with collinear corners, and inserts the middle corner into the neighbour at the
// longest edge: otherwise the surface would have a slit there. One round; returns whether any was
// found.
bool dropNeedles(RepairedMesh& m) {
  const std::vector<EdgeUse> uses = sortedUses(m.mesh);
  const std::size_t count = m.mesh.triangles.size();
  std::vector<bool> changed(count), gone(count);
  bool found = false;
  for (std::uint32_t t = 0; t < count; ++t) {
    if (changed[t] || !hasNoArea(corners(m.mesh, t))) continue;
    found = true;
    const Triangle needle = m.mesh.triangles[t];
    const std::size_t i = middleCorner(corners(m.mesh, t));
    const std::uint32_t middle = needle[i], a = needle[(i + 1) % 3], b = needle[(i + 2) % 3];
    const auto other = across(uses, edgeOf(a, b), t);
    if (other && changed[*other]) continue;  // in the next round
    gone[t] = changed[t] = true;
    if (!other) continue;
    changed[*other] = true;
    Triangle first = m.mesh.triangles[*other], second = first;
    std::replace(first.begin(), first.end(), b, middle);
    std::replace(second.begin(), second.end(), a, middle);
    m.mesh.triangles[*other] = first;
    m.mesh.triangles.push_back(second);
    m.origin.push_back(m.origin[*other]);
  }
  gone.resize(m.mesh.triangles.size());
  m.degenerateTriangles += keepWhere(
      m, [&](std::size_t t) { return !gone[t] && !namesVertexTwice(m.mesh.triangles[t]); });
  return found;
}

void dropDegenerate(RepairedMesh& m) {
  constexpr int kMostRounds = 100;
  m.degenerateTriangles +=
      keepWhere(m, [&](std::size_t t) { return !namesVertexTwice(m.mesh.triangles[t]); });
  for (int round = 0; dropNeedles(m); ++round)
    if (round == kMostRounds)
      fail("{} is one of too many triangles without area; remove them", m.placeOf(0));
}

}  // namespace

std::string RepairedMesh::placeOf(std::size_t triangle) const {
  const auto [a, b, c] = corners(mesh, triangle);
  return fmt::format("triangle {} at {}", origin[triangle], pointText((a + b + c) / 3.0));
}

std::string RepairedMesh::note() const {
  std::string text;
  const auto add = [&](std::size_t n, const char* one, const char* many, const char* what) {
    if (n > 0)
      text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", n, n == 1 ? one : many, what);
  };
  add(mergedVertices, "vertex", "vertices", "merged with another at the same place");
  add(degenerateTriangles, "triangle", "triangles", "without area left out");
  add(duplicateTriangles, "triangle", "triangles", "left out that came twice");
  add(turnedTriangles, "triangle", "triangles", "turned to face outwards or like the others");
  add(parts > 1 ? parts : 0, "part", "parts", "that share no vertex");
  return text;
}

RepairedMesh repaired(const TriangleMesh& mesh) {
  requireUsable(mesh);
  RepairedMesh m;
  m.mesh = welded(mesh);
  m.origin.resize(mesh.triangles.size());
  std::iota(m.origin.begin(), m.origin.end(), 0u);
  std::vector<bool> used(mesh.vertices.size());
  for (const Triangle& triangle : mesh.triangles)
    for (const std::uint32_t v : triangle) used[v] = true;
  m.mergedVertices =
      static_cast<std::size_t>(std::count(used.begin(), used.end(), true)) - m.mesh.vertices.size();
  dropDegenerate(m);
  m.duplicateTriangles = dropDuplicates(m);
  if (m.mesh.triangles.empty()) fail("the mesh has no triangle with an area; give it one");
  const std::vector<bool> turned = unifyOrientation(m.mesh);
  m.turnedTriangles = static_cast<std::size_t>(std::count(turned.begin(), turned.end(), true));
  m.mesh = welded(m.mesh);
  m.parts = connectedParts(m.mesh).count;
  return m;
}

void requireManifold(const RepairedMesh& m) {
  const std::vector<EdgeUse> uses = sortedUses(m.mesh);
  for (std::size_t i = 2; i < uses.size(); ++i)
    if (uses[i].edge == uses[i - 2].edge)
      fail("{} and two others share the edge from {} to {}; leave two triangles there",
           m.placeOf(uses[i].triangle), pointText(m.mesh.vertices[uses[i].edge.first]),
           pointText(m.mesh.vertices[uses[i].edge.second]));
}

void requireVolume(const RepairedMesh& m) {
  requireManifold(m);
  const std::vector<EdgeUse> uses = sortedUses(m.mesh);
  for (std::size_t i = 0; i < uses.size(); i += 2)
    if (i + 1 == uses.size() || uses[i].edge != uses[i + 1].edge)
      fail(
          "{} has an open edge from {} to {} ({}); close the surface, or let repair = "
          "\"fill-holes\" of its "
          "file do it",
          m.placeOf(uses[i].triangle), pointText(m.mesh.vertices[uses[i].edge.first]),
          pointText(m.mesh.vertices[uses[i].edge.second]), checkMesh(m.mesh).summary());
  if (const auto crossing = firstCrossing(m.mesh))
    fail("{} passes through triangle {} at {}; part them", m.placeOf(crossing->first),
         m.origin[crossing->second], pointText(crossing->place));
}

}  // namespace shoal
