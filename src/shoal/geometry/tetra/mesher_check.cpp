#include "shoal/geometry/tetra/mesher_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/distance/triangle_tree.h"
#include "shoal/geometry/mesh/mesh_topology.h"

namespace shoal {

namespace {

constexpr double kVolumeOff = 0.1;  // relative

// Adds points in rows along the longest edge.
void addPoints(std::array<Vec3d, 3> corner, double spacing, std::vector<SurfacePoint>& points) {
  const auto edge = [&](std::size_t i) { return length(corner[(i + 1) % 3] - corner[i]); };
  while (edge(0) < std::max(edge(1), edge(2)))
    std::rotate(corner.begin(), corner.begin() + 1, corner.end());
  const auto& [a, b, c] = corner;
  const Vec3d twiceArea = cross(b - a, c - a);
  const Vec3d normal = normalised(twiceArea);
  const double height = length(twiceArea) / edge(0);
  const double rows = std::max(1.0, std::ceil(height / spacing));
  for (double row = 0; row < rows; ++row) {
    const double up = (row + 0.5) / rows;
    const double columns = std::max(1.0, std::ceil((1 - up) * edge(0) / spacing));
    for (double column = 0; column < columns; ++column) {
      const double along = (1 - up) * (column + 0.5) / columns;
      points.push_back({a + along * (b - a) + up * (c - a), normal});
    }
  }
}

}  // namespace

std::vector<SurfacePoint> pointsOn(const TriangleMesh& mesh, double spacing) {
  std::vector<SurfacePoint> points;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    addPoints(corners(mesh, t), spacing, points);
  return points;
}

namespace {

// The share of the way along the ray, of direction and length `way`, at which it meets the
// triangle; infinity if it does not.
double meeting(const std::array<Vec3d, 3>& triangle, const Vec3d& from, const Vec3d& way) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const Vec3d u = triangle[1] - triangle[0], v = triangle[2] - triangle[0];
  const Vec3d across = cross(way, v);
  const double det = dot(u, across);
  if (det == 0) return kNever;
  const Vec3d o = from - triangle[0];
  const double s = dot(o, across) / det;
  const double t = dot(way, cross(o, u)) / det;
  if (s < 0 || t < 0 || s + t > 1) return kNever;
  const double share = dot(v, cross(o, u)) / det;
  if (share >= 0 && share <= 1) return share;
  return kNever;
}

// To the opposite face, if that is nearer than `size` and nearly parallel. Wedges are no thin
// parts: there is always something thinner at their edge.
double thicknessAt(const TriangleMesh& mesh, const BoxTree<double>& tree, const SurfacePoint& point,
                   double size) {
  constexpr double kParallel = 0.95;  // cosine
  const Vec3d way = -size * point.normal;
  Box3d box;
  box.extend(point.place);
  box.extend(point.place + way);
  double nearest = std::numeric_limits<double>::infinity();
  tree.forEachOverlap(box, [&](std::uint32_t t) {
    const auto corner = corners(mesh, t);
    const Vec3d normal = normalised(cross(corner[1] - corner[0], corner[2] - corner[0]));
    if (dot(normal, point.normal) < -kParallel)
      nearest = std::min(nearest, meeting(corner, point.place, way));
  });
  return nearest * size;
}

struct ThinPlace {
  double thickness;  // m
  Vec3d place;
};

// Where the body is thinnest, if it is thinner there than elements of this size.
std::optional<ThinPlace> thinnest(const TriangleMesh& closed, const BoxTree<double>& tree,
                                  double size) {
  const std::vector<SurfacePoint> points = pointsOn(closed, size / 2);
  std::vector<double> thickness(points.size());
  parallelFor(points.size(),
              [&](std::size_t i) { thickness[i] = thicknessAt(closed, tree, points[i], size); });
  const auto least = std::min_element(thickness.begin(), thickness.end());
  if (!(*least < size)) return std::nullopt;
  return ThinPlace{*least, points[static_cast<std::size_t>(least - thickness.begin())].place};
}

std::string pointText(const Vec3d& p) {
  return fmt::format("({:.4g}, {:.4g}, {:.4g})", p.x, p.y, p.z);
}

// Vertices - edges + triangles: 2 for every part, less 2 for every handle.
std::ptrdiff_t eulerNumber(const TriangleMesh& mesh) {
  return static_cast<std::ptrdiff_t>(mesh.vertices.size() + mesh.triangles.size()) -
         static_cast<std::ptrdiff_t>(meshEdges(mesh.triangles).size());
}

}  // namespace

void requireThickness(const TriangleMesh& closed, double size) {
  const BoxTree<double> tree = triangleTree(closed);
  const auto thin = thinnest(closed, tree, size);
  if (!thin) return;
  // Smaller elements ask at more points, where the body may be thinner yet.
  constexpr int kMostRounds = 30;
  constexpr double kMargin = 0.98;  // so that a value of three digits works, too
  double works = kMargin * thin->thickness;
  for (int round = 0; round < kMostRounds; ++round) {
    const auto thinner = thinnest(closed, tree, works);
    if (!thinner) break;
    works = kMargin * thinner->thickness;
  }
  fail(
      "the body is {:.3g} m thick at {}, thinner than its elements of {:.3g} m; lower size to "
      "{:.3g} m",
      thin->thickness, pointText(thin->place), size, kMargin * works);
}

void requireLikeness(const TetraMesh& mesh, const TriangleMesh& closed, double size) {
  const std::string advice =
      fmt::format("elements of {:.3g} m are too coarse for it; lower size", size);
  if (mesh.tets.empty()) fail("nothing is left of the body: {}", advice);
  const double volume = closed.signedVolume();
  if (std::abs(mesh.volume() - volume) > kVolumeOff * volume)
    fail("the mesh would have {:.0f} % of the volume: {}", 100 * mesh.volume() / volume, advice);
  const TriangleMesh skin = welded({mesh.vertices, boundaryTriangles(mesh)});
  const TriangleMesh surface = welded(closed);

  const MeshDistance toSkin(skin);
  const std::vector<SurfacePoint> points = pointsOn(surface, size / 2);
  std::vector<double> gap(points.size());
  parallelFor(points.size(), [&](std::size_t i) { gap[i] = toSkin.distance(points[i].place); });
  const auto widest = std::max_element(gap.begin(), gap.end());
  if (*widest > size)
    fail("the surface at {} is missed by {:.3g} m: {}",
         pointText(points[static_cast<std::size_t>(widest - gap.begin())].place), *widest, advice);

  const std::uint32_t parts = connectedParts(skin).count, wanted = connectedParts(surface).count;
  if (parts != wanted)
    fail("the surface has {} parts, but its mesh would have {}: {}", wanted, parts, advice);
  if (eulerNumber(skin) != eulerNumber(surface))
    fail("holes or handles of the surface would be lost or made: {}", advice);
}

double areaOf(const TriangleMesh& mesh) {
  double twofold = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto [a, b, c] = corners(mesh, t);
    twofold += length(cross(b - a, c - a));
  }
  return twofold / 2;
}

}  // namespace shoal
