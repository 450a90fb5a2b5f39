// Surfaces cut into small parts, so that each part has few particles near it.
#pragma once

#include <cstdint>
#include <optional>
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
  Vec3d normal(int dimensions) const;    // of length 1, to either side
};

// The triangles of a body; in the plane, their cuts with z = 0: a body there must reach through it,
// an Error says so otherwise.
void listTriangles(const Body& body, std::uint32_t index, int dimensions,
                   std::vector<SurfaceTile>& tiles);

// The two halves of a tile across its longest side; none if that is at most `longestSide` (m).
std::optional<std::array<SurfaceTile, 2>> halvesOf(const SurfaceTile& tile, int dimensions,
                                                   double longestSide);

// Of its corners.
Box3d boundsOf(const SurfaceTile& tile, int dimensions);

// Halves the longest side of a tile until none is longer than `longestSide`, leaves out parts for
// which keep(box) is false, and calls visit(part) for the others. Needles become few parts.
template <class Keep, class Visit>
void forEachPart(const SurfaceTile& tile, int dimensions, double longestSide, Keep&& keep,
                 Visit&& visit) {
  if (!keep(boundsOf(tile, dimensions))) return;
  const auto halves = halvesOf(tile, dimensions, longestSide);
  if (!halves) return visit(tile);
  for (const SurfaceTile& half : *halves) forEachPart(half, dimensions, longestSide, keep, visit);
}

}  // namespace shoal
