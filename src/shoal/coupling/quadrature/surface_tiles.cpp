#include "shoal/coupling/quadrature/surface_tiles.h"

#include <array>
#include <optional>

#include "shoal/core/error.h"

namespace shoal {

namespace {

// Which side of the plane z = 0 vertices in it are taken to be on, such that every surface that
// reaches up to the plane is cut.
enum class Touching { kAbove, kBelow };

Touching touchingSide(const Body& body) {
  Box3d box;
  for (const Vec3d& x : body.surface().x) box.extend(x);
  if (box.lower.z == 0 && box.upper.z == 0)
    fail("solid \"{}\" lies in the plane z = 0; give it depth along z to let fluid touch its edges",
         body.name());
  return box.lower.z < 0 ? Touching::kAbove : Touching::kBelow;
}

// The two points where the sides of a triangle pass the plane z = 0.
std::optional<SegmentOf<SurfacePoint>> cut(const TriangleOf<SurfacePoint>& corner,
                                           Touching touching) {
  const auto isAbove = [&](const SurfacePoint& p) {
    return touching == Touching::kAbove ? p.x.z >= 0 : p.x.z > 0;
  };
  SegmentOf<SurfacePoint> ends;
  std::size_t found = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const SurfacePoint &p = corner[i], &q = corner[(i + 1) % 3];
    if (isAbove(p) == isAbove(q)) continue;
    ends[found] = p + (p.x.z / (p.x.z - q.x.z)) * (q - p);
    ends[found].x.z = ends[found].v.z = 0;
    ++found;
  }
  if (found < 2) return std::nullopt;
  return ends;
}

}  // namespace

Vec3d SurfaceTile::centre(int dimensions) const {
  const Vec3d ends = corner[0].x + corner[1].x;
  return dimensions == 3 ? (ends + corner[2].x) / 3.0 : ends / 2.0;
}

Vec3d SurfaceTile::velocity(int dimensions) const {
  const Vec3d ends = corner[0].v + corner[1].v;
  return dimensions == 3 ? (ends + corner[2].v) / 3.0 : ends / 2.0;
}

Vec3d SurfaceTile::shares(int dimensions) const {
  const Vec3d ends = corner[0].share + corner[1].share;
  return dimensions == 3 ? (ends + corner[2].share) / 3.0 : ends / 2.0;
}

double SurfaceTile::size(int dimensions) const {
  const Vec3d side = corner[1].x - corner[0].x;
  return dimensions == 3 ? length(cross(side, corner[2].x - corner[0].x)) / 2 : length(side);
}

Vec3d SurfaceTile::normal(int dimensions) const {
  const Vec3d side = corner[1].x - corner[0].x;
  const Vec3d across =
      dimensions == 3 ? cross(side, corner[2].x - corner[0].x) : Vec3d{-side.y, side.x, 0};
  return across / length(across);
}

Box3d boundsOf(const SurfaceTile& tile, int dimensions) {
  Box3d box;
  for (std::size_t c = 0; c < static_cast<std::size_t>(dimensions); ++c)
    box.extend(tile.corner[c].x);
  return box;
}

std::optional<std::array<SurfaceTile, 2>> halvesOf(const SurfaceTile& tile, int dimensions,
                                                   double longestSide) {
  const auto corners = static_cast<std::size_t>(dimensions);
  std::size_t from = 0, to = 1;
  double longest = 0;
  for (std::size_t a = 0; a < corners; ++a)
    for (std::size_t b = a + 1; b < corners; ++b) {
      const Vec3d side = tile.corner[b].x - tile.corner[a].x;
      if (dot(side, side) <= longest) continue;
      longest = dot(side, side);
      from = a;
      to = b;
    }
  if (longest <= sq(longestSide)) return std::nullopt;
  const SurfacePoint middle = 0.5 * (tile.corner[from] + tile.corner[to]);
  std::array<SurfaceTile, 2> halves{tile, tile};
  halves[0].corner[to] = middle;
  halves[1].corner[from] = middle;
  return halves;
}

void listTriangles(const Body& body, std::uint32_t index, int dimensions,
                   std::vector<SurfaceTile>& tiles) {
  const BodySurface& surface = body.surface();
  const std::array<Vec3d, 3> ownShare{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const Touching touching = dimensions == 2 ? touchingSide(body) : Touching::kAbove;
  for (const Triangle& triangle : surface.triangles) {
    SurfaceTile tile{index, triangle, {}};
    for (std::size_t c = 0; c < 3; ++c)
      tile.corner[c] = {surface.x[triangle[c]], surface.v[triangle[c]], ownShare[c]};
    if (dimensions == 2) {
      const auto ends = cut(tile.corner, touching);
      if (!ends) continue;
      tile.corner = {(*ends)[0], (*ends)[1], {}};
    }
    tiles.push_back(tile);
  }
}

}  // namespace shoal
