#include "shoal/geometry/repair/mesh_crossing.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/parallel.h"
#include "shoal/geometry/distance/triangle_tree.h"

namespace shoal {

namespace {

using Corners = std::array<Vec3d, 3>;

constexpr double kRoundOff = 1e-10;  // of the product of the lengths that enter

// How far d is above the plane of a, b, c, as the volume they span; 0 if that is round-off.
double above(const Corners& t, const Vec3d& d) {
  const Vec3d u = t[1] - t[0], v = t[2] - t[0], w = d - t[0];
  const double volume = dot(cross(u, v), w);
  const double scale = length(u) * length(v) * std::max({length(w), length(u), length(v)});
  return std::abs(volume) > kRoundOff * scale ? volume : 0.0;
}

// Where the segment passes through the triangle, from one side to the other.
std::optional<Vec3d> pierce(const Corners& t, const Vec3d& p, const Vec3d& q) {
  const double atP = above(t, p), atQ = above(t, q);
  if (!(atP * atQ < 0)) return std::nullopt;
  const double a = above({p, t[0], t[1]}, q);
  const double b = above({p, t[1], t[2]}, q);
  const double c = above({p, t[2], t[0]}, q);
  const bool inside = (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
  if (!inside) return std::nullopt;
  return p + (q - p) * (atP / (atP - atQ));
}

struct Point2 {
  double x = 0, y = 0;
};

double turn(const Point2& a, const Point2& b, const Point2& c) {
  const double ux = b.x - a.x, uy = b.y - a.y, vx = c.x - a.x, vy = c.y - a.y;
  const double area = ux * vy - uy * vx;
  const double scale = std::max(ux * ux + uy * uy, vx * vx + vy * vy);
  return std::abs(area) > kRoundOff * scale ? area : 0.0;
}

// Convex outlines overlap unless all of one lies on or beyond an edge of the other.
bool isBeyondAnEdge(const std::array<Point2, 3>& a, const std::array<Point2, 3>& b) {
  const double orientation = turn(a[0], a[1], a[2]);
  for (std::size_t i = 0; i < 3; ++i) {
    bool all = true;
    for (const Point2& p : b) all = all && !(turn(a[i], a[(i + 1) % 3], p) * orientation > 0);
    if (all) return true;
  }
  return false;
}

// For two triangles in one plane.
bool lieUponEachOther(const Corners& a, const Corners& b) {
  const Vec3d n = cross(a[1] - a[0], a[2] - a[0]);
  const Vec3d size{std::abs(n.x), std::abs(n.y), std::abs(n.z)};
  const std::size_t drop = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const auto flat = [&](const Corners& t) {
    std::array<Point2, 3> result;
    for (std::size_t i = 0; i < 3; ++i) result[i] = {t[i][(drop + 1) % 3], t[i][(drop + 2) % 3]};
    return result;
  };
  const auto fa = flat(a), fb = flat(b);
  return !isBeyondAnEdge(fa, fb) && !isBeyondAnEdge(fb, fa);
}

std::optional<Vec3d> meeting(const Corners& a, const Corners& b) {
  const auto isFlat = [](const Corners& t, const Corners& of) {
    return above(of, t[0]) == 0 && above(of, t[1]) == 0 && above(of, t[2]) == 0;
  };
  if (isFlat(a, b) && isFlat(b, a)) {
    if (!lieUponEachOther(a, b)) return std::nullopt;
    return (a[0] + a[1] + a[2]) / 3.0;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (const auto p = pierce(a, b[i], b[(i + 1) % 3])) return p;
    if (const auto p = pierce(b, a[i], a[(i + 1) % 3])) return p;
  }
  return std::nullopt;
}

}  // namespace

std::optional<MeshCrossing> firstCrossing(const TriangleMesh& mesh) {
  const BoxTree<double> tree = triangleTree(mesh);
  std::vector<std::optional<MeshCrossing>> found(chunkCount(mesh.triangles.size()));
  parallelChunks(mesh.triangles.size(), [&](Range range, std::size_t chunk) {
    for (std::size_t t = range.begin; t != range.end && !found[chunk]; ++t)
      tree.forEachOverlap(triangleBox(mesh, t), [&](std::uint32_t other) {
        if (other <= t || (found[chunk] && found[chunk]->second <= other)) return;
        if (const auto place = meeting(corners(mesh, t), corners(mesh, other)))
          found[chunk] = {static_cast<std::uint32_t>(t), other, *place};
      });
  });
  for (const auto& crossing : found)
    if (crossing) return crossing;
  return std::nullopt;
}

}  // namespace shoal
