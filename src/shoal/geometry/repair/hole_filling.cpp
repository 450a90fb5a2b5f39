#include "shoal/geometry/repair/hole_filling.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "shoal/core/error.h"
#include "shoal/geometry/mesh/mesh_topology.h"

namespace shoal {

namespace {

using Loop = std::vector<std::uint32_t>;

// For each vertex the ends of open edges from it, in the direction that a triangle beyond the edge
// would have.
std::multimap<std::uint32_t, std::uint32_t> openEdges(const TriangleMesh& mesh) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> sides;
  for (const Triangle& t : mesh.triangles)
    for (std::size_t i = 0; i < 3; ++i) sides.emplace(t[i], t[(i + 1) % 3]);
  std::multimap<std::uint32_t, std::uint32_t> open;
  for (const auto& [a, b] : sides)
    if (!sides.contains({b, a})) open.emplace(b, a);
  return open;
}

// The same for meshes that branch: each edge as often as it lacks a triangle.
std::multimap<std::uint32_t, std::uint32_t> unbalancedEdges(const TriangleMesh& mesh) {
  std::multimap<std::uint32_t, std::uint32_t> open;
  for (const auto& [a, b, forward, backward] : meshEdges(mesh.triangles)) {
    for (std::uint32_t n = backward; n < forward; ++n) open.emplace(b, a);
    for (std::uint32_t n = forward; n < backward; ++n) open.emplace(a, b);
  }
  return open;
}

// Loops that pass no vertex twice: where a path comes back to one of its vertices, what lies
// between is a loop of its own.
std::vector<Loop> loopsOf(std::multimap<std::uint32_t, std::uint32_t> open) {
  std::vector<Loop> loops;
  while (!open.empty()) {
    Loop path{open.begin()->first};
    for (auto next = open.begin(); next != open.end(); next = open.find(path.back())) {
      const std::uint32_t to = next->second;
      open.erase(next);
      const auto seen = std::find(path.begin(), path.end(), to);
      if (seen == path.end()) {
        path.push_back(to);
      } else {
        loops.emplace_back(seen, path.end());
        path.erase(seen + 1, path.end());
      }
    }
  }
  return loops;
}

// Least area over all triangulations of the polygon, by dynamic programming over its chords.
class Triangulation {
 public:
  Triangulation(const TriangleMesh& mesh, const Loop& loop) : mesh_(mesh), loop_(loop) {
    const std::size_t n = loop.size();
    area_.assign(n * n, 0);
    split_.assign(n * n, 0);
    for (std::size_t width = 2; width < n; ++width)
      for (std::size_t i = 0; i + width < n; ++i) choose(i, i + width);
  }

  void addTo(std::vector<Triangle>& triangles) const { add(triangles, 0, loop_.size() - 1); }

 private:
  std::size_t at(std::size_t i, std::size_t k) const { return i * loop_.size() + k; }
  const Vec3d& place(std::size_t i) const { return mesh_.vertices[loop_[i]]; }

  void choose(std::size_t i, std::size_t k) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t j = i + 1; j < k; ++j) {
      const double area = area_[at(i, j)] + area_[at(j, k)] +
                          length(cross(place(j) - place(i), place(k) - place(i))) / 2;
      if (area < least) least = area, split_[at(i, k)] = j;
    }
    area_[at(i, k)] = least;
  }

  void add(std::vector<Triangle>& triangles, std::size_t i, std::size_t k) const {
    std::vector<std::pair<std::size_t, std::size_t>> chords{{i, k}};
    while (!chords.empty()) {
      const auto [from, to] = chords.back();
      chords.pop_back();
      if (to - from < 2) continue;
      const std::size_t j = split_[at(from, to)];
      triangles.push_back({loop_[from], loop_[j], loop_[to]});
      chords.emplace_back(from, j);
      chords.emplace_back(j, to);
    }
  }

  const TriangleMesh& mesh_;
  const Loop& loop_;
  std::vector<double> area_;        // m^2, of the polygon between two vertices
  std::vector<std::size_t> split_;  // third corner of the triangle at their chord
};

void addFanAroundMiddle(TriangleMesh& mesh, const Loop& loop) {
  Vec3d sum;
  for (const std::uint32_t v : loop) sum += mesh.vertices[v];
  const auto middle = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back(sum / double(loop.size()));
  for (std::size_t i = 0; i < loop.size(); ++i)
    mesh.triangles.push_back({loop[i], loop[(i + 1) % loop.size()], middle});
}

}  // namespace

std::size_t sealEdges(TriangleMesh& mesh) {
  const std::vector<Loop> loops = loopsOf(unbalancedEdges(mesh));
  for (const Loop& loop : loops) {
    if (loop.size() > kMostHoleEdges)
      addFanAroundMiddle(mesh, loop);
    else
      Triangulation(mesh, loop).addTo(mesh.triangles);
  }
  return loops.size();
}

std::size_t fillHoles(TriangleMesh& mesh) {
  const std::vector<Loop> loops = loopsOf(openEdges(mesh));
  std::size_t filled = 0;
  for (const Loop& loop : loops) {
    if (loop.size() < 3) continue;
    if (loop.size() > kMostHoleEdges)
      fail("has a hole of {} edges; holes of at most {} are filled, close it by hand", loop.size(),
           kMostHoleEdges);
    Triangulation(mesh, loop).addTo(mesh.triangles);
    ++filled;
  }
  return filled;
}

}  // namespace shoal
