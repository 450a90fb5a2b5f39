#include "shoal/geometry/distance/distance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "shoal/geometry/mesh/slice.h"

namespace shoal {

namespace {

constexpr std::uint32_t kLeafSize = 4;
constexpr std::size_t kDeepest = 64;  // halving 2^32 triangles needs half of it

double squaredDistance(const Vec3d& p, const Box3d& box) {
  const Vec3d outside = max(max(box.lower - p, p - box.upper), Vec3d{});
  return dot(outside, outside);
}

Vec3d nearestOn(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
  const Vec3d e = b - a;
  const double e2 = dot(e, e);
  const double s = e2 > 0 ? std::clamp(dot(p - a, e) / e2, 0.0, 1.0) : 0.0;
  return a + s * e;
}

Vec3d nearestOn(const Vec3d& p, const std::array<Vec3d, 3>& corner) {
  const auto& [a, b, c] = corner;
  const Vec3d n = cross(b - a, c - a);
  const bool projectsInside = dot(cross(b - a, p - a), n) > 0 && dot(cross(c - b, p - b), n) > 0 &&
                              dot(cross(a - c, p - c), n) > 0;
  if (projectsInside) return p - (dot(p - a, n) / dot(n, n)) * n;
  const auto squared = [&](const Vec3d& x) { return dot(p - x, p - x); };
  return std::min({nearestOn(p, a, b), nearestOn(p, b, c), nearestOn(p, c, a)},
                  [&](const Vec3d& l, const Vec3d& r) { return squared(l) < squared(r); });
}

// The share of the way from p to q at which it meets the triangle [MT97]. Slightly beyond its edges
// counts, so that nothing slips through between two triangles.
std::optional<double> crossingWith(const Vec3d& p, const Vec3d& q,
                                   const std::array<Vec3d, 3>& corner) {
  constexpr double kSlack = 1e-9;
  const auto& [a, b, c] = corner;
  const Vec3d way = q - p, u = b - a, v = c - a;
  const Vec3d h = cross(way, v);
  const double scale = dot(u, h);
  if (scale == 0) return std::nullopt;
  const double s = dot(p - a, h) / scale;
  const Vec3d k = cross(p - a, u);
  const double t = dot(way, k) / scale;
  if (s < -kSlack || t < -kSlack || s + t > 1 + kSlack) return std::nullopt;
  const double share = dot(v, k) / scale;
  if (!(share >= 0 && share <= 1)) return std::nullopt;
  return share;
}

bool overlap(const Box3d& a, const Box3d& b) {
  return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
         b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

// Whether the ray from p towards -x can meet the box.
bool rayMeets(const Vec3d& p, const Box3d& box) {
  return box.lower.x <= p.x && box.lower.y <= p.y && p.y <= box.upper.y && box.lower.z <= p.z &&
         p.z <= box.upper.z;
}

}  // namespace

double squaredDistance(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
  const Vec3d away = p - nearestOn(p, a, b);
  return dot(away, away);
}

double squaredDistance(const Vec3d& p, const std::array<Vec3d, 3>& corner) {
  const Vec3d away = p - nearestOn(p, corner);
  return dot(away, away);
}

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
  const auto place = nearest(p, limit);
  return place ? length(p - place->point) : limit;
}

std::optional<MeshDistance::Place> MeshDistance::nearest(const Vec3d& p, double within) const {
  struct Waiting {
    std::uint32_t node;
    double bound;
  };
  std::array<Waiting, kDeepest> stack;
  std::size_t depth = 0;
  stack[depth++] = {0, squaredDistance(p, nodes_[0].box)};
  double best = within * within;
  std::optional<std::uint32_t> triangle;
  Vec3d point;
  while (depth > 0) {
    const auto [index, bound] = stack[--depth];
    if (bound >= best) continue;
    const Node& node = nodes_[index];
    for (std::uint32_t t = node.first; t < node.first + node.count; ++t) {
      const Vec3d x = nearestOn(p, corners(mesh_, t));
      const double squared = dot(p - x, p - x);
      if (squared >= best) continue;
      best = squared;
      triangle = t;
      point = x;
    }
    if (node.count > 0) continue;
    Waiting near{index + 1, squaredDistance(p, nodes_[index + 1].box)};
    Waiting far{node.second, squaredDistance(p, nodes_[node.second].box)};
    if (far.bound < near.bound) std::swap(near, far);
    stack[depth++] = far;
    stack[depth++] = near;
  }
  if (!triangle) return std::nullopt;
  return Place{point, normalOf(*triangle)};
}

std::optional<MeshDistance::Place> MeshDistance::crossing(const Vec3d& p, const Vec3d& q) const {
  Box3d way;
  way.extend(p);
  way.extend(q);
  std::array<std::uint32_t, kDeepest> stack;
  std::size_t depth = 0;
  stack[depth++] = 0;
  double first = std::numeric_limits<double>::infinity();
  std::optional<std::uint32_t> triangle;
  while (depth > 0) {
    const std::uint32_t index = stack[--depth];
    const Node& node = nodes_[index];
    if (!overlap(node.box, way)) continue;
    for (std::uint32_t t = node.first; t < node.first + node.count; ++t) {
      const auto share = crossingWith(p, q, corners(mesh_, t));
      if (!share || *share >= first) continue;
      first = *share;
      triangle = t;
    }
    if (node.count > 0) continue;
    stack[depth++] = node.second;
    stack[depth++] = index + 1;
  }
  if (!triangle) return std::nullopt;
  return Place{p + first * (q - p), normalOf(*triangle)};
}

Vec3d MeshDistance::normalOf(std::uint32_t triangle) const {
  const auto [a, b, c] = corners(mesh_, triangle);
  return normalised(cross(b - a, c - a));
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
