#include "shoal/view/picture/picture_mesh.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "shoal/core/error.h"

namespace shoal {

namespace {

using Triangle = std::array<std::uint32_t, 3>;

// The triangles at each edge.
using Edges = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Triangle>>;

Edges edgesOf(const PictureMesh& wall, std::span<const Triangle> triangles) {
  const std::vector<std::uint32_t> welded = weldedVertices(wall);
  Edges edges;
  for (const Triangle& t : triangles) {
    const Triangle w{welded[t[0]], welded[t[1]], welded[t[2]]};
    const bool degenerate = w[0] == w[1] || w[1] == w[2] || w[2] == w[0];
    if (degenerate) continue;
    for (std::size_t k = 0; k < 3; ++k) edges[std::minmax(w[k], w[(k + 1) % 3])].push_back(w);
  }
  return edges;
}

// Whether two triangles at an edge make it worth a line.
bool isFeature(const PictureMesh& wall, const std::vector<Triangle>& triangles, const Vec3d& eye) {
  if (triangles.size() != 2) return true;
  const Vec3d n0 = normalOf(wall, triangles[0]), n1 = normalOf(wall, triangles[1]);
  const Vec3d toEye = eye - wall.vertices[triangles[0][0]];
  if (dot(n0, n1) < kCosineOfCrease) return true;
  const double flat = 1e-6;
  const bool contour = dot(n0, toEye) * dot(n1, toEye) < 0 && dot(n0, n1) < 1 - flat;
  return contour;
}

}  // namespace

std::optional<Rgb> ownColour(const LookParams& look) {
  if (!look.colour) return std::nullopt;
  const auto channel = [](double v) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(v, 0.0, 1.0)));
  };
  return Rgb{channel(look.colour->x), channel(look.colour->y), channel(look.colour->z)};
}

Vec3d normalOf(const PictureMesh& w, const Triangle& t) {
  const Vec3d& a = w.vertices[t[0]];
  return normalised(cross(w.vertices[t[1]] - a, w.vertices[t[2]] - a));
}

Vec3d weightedNormal(const PictureMesh& wall, const Triangle& t, std::size_t corner) {
  const Vec3d& at = wall.vertices[t[corner]];
  const Vec3d a = wall.vertices[t[(corner + 1) % 3]] - at;
  const Vec3d b = wall.vertices[t[(corner + 2) % 3]] - at;
  const double scale = dot(a, a) * dot(b, b);
  return scale > 0 ? cross(a, b) / scale : Vec3d{};
}

std::vector<std::uint32_t> weldedVertices(const PictureMesh& wall) {
  const Vec3d size = boundsOf(wall).size();
  const double cell = std::max(1e-7 * std::max({size.x, size.y, size.z}), 1e-300);
  std::map<std::tuple<double, double, double>, std::uint32_t> first;
  std::vector<std::uint32_t> welded;
  for (const Vec3d& v : wall.vertices) {
    const std::tuple key{std::round(v.x / cell), std::round(v.y / cell), std::round(v.z / cell)};
    welded.push_back(
        first.try_emplace(key, static_cast<std::uint32_t>(welded.size())).first->second);
  }
  return welded;
}

void checkSurface(const PictureMesh& wall) {
  for (const Vec3d& v : wall.vertices)
    if (!isFinite(v)) fail("a wall to draw has a vertex that is not a finite number");
  for (const Triangle& t : wall.triangles)
    for (const std::uint32_t v : t)
      if (v >= wall.vertices.size())
        fail("a wall to draw has {} vertices but a triangle names vertex {}", wall.vertices.size(),
             v);
}

Box3d boundsOf(const PictureMesh& wall) {
  Box3d box;
  for (const Triangle& t : wall.triangles)
    for (const std::uint32_t v : t) box.extend(wall.vertices[v]);
  return box;
}

std::vector<Vec3f> vertexNormals(const PictureMesh& wall) {
  std::vector<Vec3d> sums(wall.vertices.size());
  for (const Triangle& t : wall.triangles)
    for (std::size_t k = 0; k < 3; ++k) sums[t[k]] += weightedNormal(wall, t, k);
  std::vector<Vec3f> normals;
  normals.reserve(sums.size());
  for (const Vec3d& sum : sums) normals.emplace_back(normalised(sum));
  return normals;
}

bool isClosed(const PictureMesh& wall) {
  if (wall.closed) return true;
  for (const auto& [edge, triangles] : edgesOf(wall, wall.triangles))
    if (triangles.size() % 2 != 0) return false;
  return true;
}

bool isContainer(const PictureMesh& wall, const Vec3d& centre, std::span<const Vec3f> particles) {
  const Box3d box = boundsOf(wall);
  if (particles.empty()) return box.contains(centre);
  const auto inside = std::count_if(particles.begin(), particles.end(),
                                    [&](const Vec3f& p) { return box.contains(Vec3d(p)); });
  return 2 * static_cast<std::size_t>(inside) > particles.size();
}

std::vector<Triangle> cutAway(const PictureMesh& wall, const Vec3d& eye, const Vec3d& centre,
                              std::span<const Vec3f> particles) {
  if (wall.colour) return wall.triangles;
  if (!isContainer(wall, centre, particles) && isClosed(wall)) return wall.triangles;
  std::vector<Triangle> kept;
  for (const Triangle& t : wall.triangles) {
    const Vec3d normal = normalOf(wall, t);
    const Vec3d& a = wall.vertices[t[0]];
    const bool between = dot(normal, eye - a) * dot(normal, centre - a) < 0;
    if (!between) kept.push_back(t);
  }
  return kept;
}

std::vector<PictureLine> featureLines(const PictureMesh& wall, const Vec3d& eye) {
  std::vector<PictureLine> lines;
  for (const auto& [edge, triangles] : edgesOf(wall, wall.triangles))
    if (isFeature(wall, triangles, eye))
      lines.push_back({wall.vertices[edge.first], wall.vertices[edge.second]});
  return lines;
}

std::vector<PictureLine> planeOutline(const PictureMesh& wall) {
  std::vector<PictureLine> lines;
  std::vector<Triangle> inPlane;
  for (const Triangle& t : wall.triangles) {
    std::array<Vec3d, 2> crossing;
    int crossings = 0, touching = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3d &a = wall.vertices[t[k]], &b = wall.vertices[t[(k + 1) % 3]];
      touching += a.z == 0;
      if ((a.z > 0) == (b.z > 0)) continue;
      crossing[static_cast<std::size_t>(crossings)] = a + (a.z / (a.z - b.z)) * (b - a);
      ++crossings;
    }
    if (touching == 3) inPlane.push_back(t);
    if (crossings == 2) lines.push_back({crossing[0], crossing[1]});
  }
  for (const auto& [edge, triangles] : edgesOf(wall, inPlane))
    if (triangles.size() == 1)
      lines.push_back({wall.vertices[edge.first], wall.vertices[edge.second]});
  return lines;
}

}  // namespace shoal
