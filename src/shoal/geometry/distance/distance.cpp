#include "shoal/geometry/distance/distance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "shoal/geometry/distance/triangle_tree.h"
#include "shoal/geometry/mesh/slice.h"

namespace shoal {

namespace {

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

// Intersection of the segment pq with the triangle as a fraction of its length [MT97]. The triangle
// is enlarged slightly, so that no segment passes between two triangles.
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
  tree_ = triangleTree(mesh);
  for (std::size_t slot = 0; slot < mesh.triangles.size(); ++slot)
    mesh_.triangles[slot] = mesh.triangles[tree_.order()[slot]];
}

double MeshDistance::distance(Vec3d p, double limit) const {
  const auto place = nearest(p, limit);
  return place ? length(p - place->point) : limit;
}

std::optional<MeshDistance::Place> MeshDistance::nearest(const Vec3d& p, double within) const {
  double best = within * within;
  std::optional<std::uint32_t> triangle;
  Vec3d point;
  tree_.forEachSlotBelow(
      best, [&](const Box3d& box) { return squaredDistance(p, box); },
      [&](std::uint32_t t) {
        const Vec3d x = nearestOn(p, corners(mesh_, t));
        const double squared = dot(p - x, p - x);
        if (squared >= best) return;
        best = squared;
        triangle = t;
        point = x;
      });
  if (!triangle) return std::nullopt;
  return Place{point, normalOf(*triangle)};
}

std::optional<MeshDistance::Place> MeshDistance::crossing(const Vec3d& p, const Vec3d& q) const {
  Box3d way;
  way.extend(p);
  way.extend(q);
  double first = std::numeric_limits<double>::infinity();
  std::optional<std::uint32_t> triangle;
  tree_.forEachSlot([&](const Box3d& box) { return overlap(box, way); },
                    [&](std::uint32_t t) {
                      const auto share = crossingWith(p, q, corners(mesh_, t));
                      if (!share || *share >= first) return;
                      first = *share;
                      triangle = t;
                    });
  if (!triangle) return std::nullopt;
  return Place{p + first * (q - p), normalOf(*triangle)};
}

Vec3d MeshDistance::normalOf(std::uint32_t triangle) const {
  const auto [a, b, c] = corners(mesh_, triangle);
  return normalised(cross(b - a, c - a));
}

int MeshDistance::windingNumber(const Vec3d& p) const {
  int winding = 0;
  tree_.forEachSlot([&](const Box3d& box) { return rayMeets(p, box); },
                    [&](std::uint32_t t) {
                      const auto cut = cutTriangle(corners(mesh_, t), p.z);
                      const auto crossing = cut ? crossRow(*cut, p.y) : std::nullopt;
                      if (crossing && crossing->x <= p.x) winding += crossing->winding;
                    });
  return winding;
}

double MeshDistance::signedDistance(Vec3d p, double limit) const {
  const double d = distance(p, limit);
  return windingNumber(p) != 0 ? -d : d;
}

}  // namespace shoal
