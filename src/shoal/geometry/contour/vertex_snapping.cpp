#include "shoal/geometry/contour/vertex_snapping.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

// Triangles may turn by up to some 85 degrees: thin ones, which the next side may remove, point
// anywhere.
constexpr double kLeastCosine = 0.1;
// Of the square of the longest side: twice the area of the thinnest triangle that may arise.
constexpr double kLeastHeight = 1e-3;
// Some sides can only go once others have.
constexpr int kSweeps = 2;

bool has(const Triangle& t, std::uint32_t v) { return t[0] == v || t[1] == v || t[2] == v; }

}  // namespace

void VertexSnapping::findRings(const TriangleMesh& mesh) {
  rings_.assign(mesh.vertices.size(), {});
  for (const Triangle& t : mesh.triangles)
    for (const std::uint32_t v : t) ++rings_[v].count;
  std::uint32_t next = 0;
  for (Ring& ring : rings_) {
    ring.first = next;
    next += ring.count;
    ring.count = 0;
  }
  pool_.resize(next);
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
    for (const std::uint32_t v : mesh.triangles[t]) {
      Ring& ring = rings_[v];
      pool_[ring.first + ring.count++] = t;
    }
}

bool VertexSnapping::staysUpright(const TriangleMesh& mesh, std::uint32_t moved, std::uint32_t gone,
                                  const Vec3d& to) const {
  const Ring& ring = rings_[moved];
  for (std::uint32_t k = 0; k < ring.count; ++k) {
    const Triangle& t = mesh.triangles[pool_[ring.first + k]];
    if (isGone(pool_[ring.first + k]) || has(t, gone)) continue;
    std::array<Vec3d, 3> before, after;
    for (std::size_t c = 0; c < 3; ++c) {
      before[c] = mesh.vertices[t[c]];
      after[c] = t[c] == moved ? to : before[c];
    }
    const Vec3d was = cross(before[1] - before[0], before[2] - before[0]);
    const Vec3d is = cross(after[1] - after[0], after[2] - after[0]);
    double longest = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const Vec3d side = after[(c + 1) % 3] - after[c];
      longest = std::max(longest, dot(side, side));
    }
    if (!(length(is) > kLeastHeight * longest)) return false;
    if (!(dot(was, is) > kLeastCosine * length(was) * length(is))) return false;
  }
  return true;
}

bool VertexSnapping::mayJoin(const TriangleMesh& mesh, std::uint32_t a, std::uint32_t b,
                             const Vec3d& middle) {
  const auto neighbours = [&](std::uint32_t v, std::vector<std::uint32_t>& found) {
    found.clear();
    const Ring& ring = rings_[v];
    for (std::uint32_t k = 0; k < ring.count; ++k) {
      const std::uint32_t t = pool_[ring.first + k];
      if (isGone(t)) continue;
      for (std::size_t c = 0; c < 3; ++c)  // in a closed mesh each is next after v once
        if (mesh.triangles[t][c] == v) found.push_back(mesh.triangles[t][(c + 1) % 3]);
    }
    std::sort(found.begin(), found.end());
  };
  neighbours(a, nearA_);
  neighbours(b, nearB_);
  // The link condition: only the two vertices opposite to the side are next to both of its ends.
  // Each of them loses a triangle and must keep three.
  std::size_t common = 0;
  for (const std::uint32_t v : nearA_) {
    if (!std::binary_search(nearB_.begin(), nearB_.end(), v)) continue;
    std::uint32_t triangles = 0;
    for (std::uint32_t k = 0; k < rings_[v].count; ++k)
      triangles += isGone(pool_[rings_[v].first + k]) ? 0 : 1;
    if (triangles <= 3) return false;
    ++common;
  }
  return common == 2 && staysUpright(mesh, a, b, middle) && staysUpright(mesh, b, a, middle);
}

void VertexSnapping::join(TriangleMesh& mesh, std::uint32_t a, std::uint32_t b,
                          const Vec3d& middle) {
  const auto first = static_cast<std::uint32_t>(pool_.size());
  for (const std::uint32_t v : {a, b})
    for (std::uint32_t k = 0; k < rings_[v].count; ++k) {
      const std::uint32_t t = pool_[rings_[v].first + k];
      if (isGone(t)) continue;
      if (has(mesh.triangles[t], a) && has(mesh.triangles[t], b)) {
        gone_[t] = 1;
        continue;
      }
      std::replace(mesh.triangles[t].begin(), mesh.triangles[t].end(), b, a);
      pool_.push_back(t);
    }
  rings_[a] = {first, static_cast<std::uint32_t>(pool_.size()) - first};
  rings_[b].count = 0;
  mesh.vertices[a] = middle;
  joined_[a] += joined_[b];
  joined_[b] = 0;
}

// Joins neighbours of the same node to a vertex, until none is left that may be.
void VertexSnapping::snapRing(TriangleMesh& mesh, std::uint32_t v,
                              std::span<const std::uint8_t> fixed) {
  if (!fixed.empty() && fixed[v]) return;
  for (bool again = joined_[v] > 0; again;) {
    again = false;
    for (std::uint32_t k = 0; k < rings_[v].count && !again; ++k) {
      const std::uint32_t t = pool_[rings_[v].first + k];
      if (isGone(t)) continue;
      for (const std::uint32_t other : mesh.triangles[t]) {
        if (other <= v || node_[other] != node_[v] || (!fixed.empty() && fixed[other])) continue;
        const double share = double(joined_[other]) / double(joined_[v] + joined_[other]);
        const Vec3d middle = mesh.vertices[v] + share * (mesh.vertices[other] - mesh.vertices[v]);
        if (!mayJoin(mesh, v, other, middle)) continue;
        join(mesh, v, other, middle);
        again = true;
        break;
      }
    }
  }
}

void VertexSnapping::compact(TriangleMesh& mesh, std::vector<std::uint32_t>& kept) const {
  std::vector<std::uint32_t> number(mesh.vertices.size());
  kept.clear();
  for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) {
    if (!(joined_[v] > 0)) continue;
    number[v] = static_cast<std::uint32_t>(kept.size());
    mesh.vertices[kept.size()] = mesh.vertices[v];
    kept.push_back(v);
  }
  mesh.vertices.resize(kept.size());
  std::size_t triangles = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (gone_[t]) continue;
    Triangle& to = mesh.triangles[triangles++];
    to = mesh.triangles[t];
    for (std::uint32_t& v : to) v = number[v];
  }
  mesh.triangles.resize(triangles);
}

void VertexSnapping::snap(TriangleMesh& mesh, double cell, std::vector<std::uint32_t>& kept,
                          std::span<const std::uint8_t> fixed) {
  findRings(mesh);
  gone_.assign(mesh.triangles.size(), 0);
  joined_.assign(mesh.vertices.size(), 1);
  node_.resize(mesh.vertices.size());
  parallelFor(mesh.vertices.size(), [&](std::size_t v) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      node_[v][axis] = static_cast<std::int64_t>(std::floor(mesh.vertices[v][axis] / cell + 0.5));
  });
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) snapRing(mesh, v, fixed);
  compact(mesh, kept);
}

}  // namespace shoal
