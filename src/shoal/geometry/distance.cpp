#include "shoal/geometry/distance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "shoal/geometry/slice.h"

namespace shoal {

namespace {

constexpr std::uint32_t kLeafSize = 4;
constexpr std::size_t kDeepest = 64;  // halving 2^32 triangles needs half of it

double squaredDistance(const Vec3d& p, const Box3d& box) {
  const Vec3d outside = max(max(box.lower - p, p - box.upper), Vec3d{});
  return dot(outside, outside);
}

double squaredDistance(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
  const Vec3d e = b - a;
  const double e2 = dot(e, e);
  const double s = e2 > 0 ? std::clamp(dot(p - a, e) / e2, 0.0, 1.0) : 0.0;
  const Vec3d r = p - (a + s * e);
  return dot(r, r);
}

double squaredDistance(const Vec3d& p, const std::array<Vec3d, 3>& corner) {
  const auto& [a, b, c] = corner;
  const Vec3d n = cross(b - a, c - a);
  const bool projectsInside = dot(cross(b - a, p - a), n) > 0 && dot(cross(c - b, p - b), n) > 0 &&
                              dot(cross(a - c, p - c), n) > 0;
  if (projectsInside) return sq(dot(p - a, n)) / dot(n, n);
  return std::min({squaredDistance(p, a, b), squaredDistance(p, b, c), squaredDistance(p, c, a)});
}

// Whether the ray from p towards -x can meet the box.
bool rayMeets(const Vec3d& p, const Box3d& box) {
  return box.lower.x <= p.x && box.lower.y <= p.y && p.y <= box.upper.y && box.lower.z <= p.z &&
         p.z <= box.upper.z;
}

}  // namespace

MeshDistance::MeshDistance(const TriangleMesh& mesh) : mesh_(mesh) {
  requireUsable(mesh);
  nodes_.reserve(mesh.triangles.size());
  build(0, static_cast<std::uint32_t>(mesh.triangles.size()));
}

void MeshDistance::build(std::uint32_t first, std::uint32_t count) {
  const std::size_t self = nodes_.size();
  nodes_.emplace_back();
  Box3d box;
  for (std::uint32_t t = first; t < first + count; ++t)
    for (const Vec3d& p : corners(mesh_, t)) box.extend(p);
  nodes_[self].box = box;
  if (count <= kLeafSize) {
    nodes_[self].first = first;
    nodes_[self].count = count;
    return;
  }
  const Vec3d size = box.size();
  const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const auto centre = [&](const Triangle& t) {
    return mesh_.vertices[t[0]][axis] + mesh_.vertices[t[1]][axis] + mesh_.vertices[t[2]][axis];
  };
  const auto begin = mesh_.triangles.begin() + first;
  const std::uint32_t half = count / 2;
  std::nth_element(begin, begin + half, begin + count,
                   [&](const Triangle& l, const Triangle& r) { return centre(l) < centre(r); });
  build(first, half);
  nodes_[self].second = static_cast<std::uint32_t>(nodes_.size());
  build(first + half, count - half);
}

double MeshDistance::distance(Vec3d p, double limit) const {
  struct Waiting {
    std::uint32_t node;
    double bound;
  };
  std::array<Waiting, kDeepest> stack;
  std::size_t depth = 0;
  stack[depth++] = {0, squaredDistance(p, nodes_[0].box)};
  double best = sq(limit);
  while (depth > 0) {
    const auto [index, bound] = stack[--depth];
    if (bound >= best) continue;
    const Node& node = nodes_[index];
    for (std::uint32_t t = node.first; t < node.first + node.count; ++t)
      best = std::min(best, squaredDistance(p, corners(mesh_, t)));
    if (node.count > 0) continue;
    Waiting near{index + 1, squaredDistance(p, nodes_[index + 1].box)};
    Waiting far{node.second, squaredDistance(p, nodes_[node.second].box)};
    if (far.bound < near.bound) std::swap(near, far);
    stack[depth++] = far;
    stack[depth++] = near;
  }
  return std::sqrt(best);
}

int MeshDistance::windingNumber(const Vec3d& p) const {
  std::array<std::uint32_t, kDeepest> stack;
  std::size_t depth = 0;
  stack[depth++] = 0;
  int winding = 0;
  while (depth > 0) {
    const std::uint32_t index = stack[--depth];
    const Node& node = nodes_[index];
    if (!rayMeets(p, node.box)) continue;
    for (std::uint32_t t = node.first; t < node.first + node.count; ++t) {
      const auto cut = cutTriangle(corners(mesh_, t), p.z);
      const auto crossing = cut ? crossRow(*cut, p.y) : std::nullopt;
      if (crossing && crossing->x <= p.x) winding += crossing->winding;
    }
    if (node.count > 0) continue;
    stack[depth++] = node.second;
    stack[depth++] = index + 1;
  }
  return winding;
}

double MeshDistance::signedDistance(Vec3d p, double limit) const {
  const double d = distance(p, limit);
  return windingNumber(p) != 0 ? -d : d;
}

}  // namespace shoal
