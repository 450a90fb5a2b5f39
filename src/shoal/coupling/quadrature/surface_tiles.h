// Surfaces cut into small parts, so that each part has few particles near it.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/bodies/body.h"
#include "shoal/core/box.h"
#include "shoal/coupling/quadrature/seven_point_rule.h"

namespace shoal {

// What is linear over a triangle of a surface.
struct SurfacePoint {
  Vec3d x;      // m
  Vec3d v;      // m/s
  Vec3d share;  // of the corners of the triangle

  friend SurfacePoint operator+(const SurfacePoint& a, const SurfacePoint& b) {
    return {a.x + b.x, a.v + b.v, a.share + b.share};
  }
  friend SurfacePoint operator-(const SurfacePoint& a, const SurfacePoint& b) {
    return {a.x - b.x, a.v - b.v, a.share - b.share};
  }
  friend SurfacePoint operator*(double s, const SurfacePoint& a) {
    return {s * a.x, s * a.v, s * a.share};
  }
};

// A part of a triangle, itself a triangle; in the plane a part of its cut with z = 0.
struct SurfaceTile {
  std::uint32_t body = 0;
  Triangle vertices{};
  TriangleOf<SurfacePoint> corner;  // the first two are the ends in the plane

  Vec3d centre(int dimensions) const;
  Vec3d velocity(int dimensions) const;  // m/s, of the centre
  Vec3d shares(int dimensions) const;    // of the corners of the triangle, there
  double size(int dimensions) const;     // m^2, or m in the plane
};

// The triangles of a body; in the plane, their cuts with z = 0: a body there must reach through it,
// an Error says so otherwise.
void listTriangles(const Body& body, std::uint32_t index, int dimensions,
                   std::vector<SurfaceTile>& tiles);

// Halves the longest side of a tile until none is longer than `longestSide`, leaves out parts for
// which keep(box) is false, and calls visit(part) for the others. Needles become few parts.
template <class Keep, class Visit>
void forEachPart(const SurfaceTile& tile, int dimensions, double longestSide, Keep&& keep,
                 Visit&& visit) {
  const auto corners = static_cast<std::size_t>(dimensions);
  Box3d box;
  for (std::size_t c = 0; c < corners; ++c) box.extend(tile.corner[c].x);
  if (!keep(box)) return;
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
  if (longest <= sq(longestSide)) return visit(tile);
  const SurfacePoint middle = 0.5 * (tile.corner[from] + tile.corner[to]);
  SurfaceTile half = tile;
  half.corner[to] = middle;
  forEachPart(half, dimensions, longestSide, keep, visit);
  half.corner[to] = tile.corner[to];
  half.corner[from] = middle;
  forEachPart(half, dimensions, longestSide, keep, visit);
}

}  // namespace shoal
