// Surfaces cut into small parts, so that each part has few particles near it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

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
  double radius(int dimensions) const;  // m, around the centre
  double size(int dimensions) const;    // m^2, or m in the plane
};

// Calls visit(tile) for all parts of the surface whose boxes overlap `near`. No side of a tile is
// longer than `longestSide`. Needles are halved, not quartered, so that their parts are few.
// A body in the plane must reach through it: an Error says so otherwise.
void forEachTile(const Body& body, std::uint32_t index, int dimensions, double longestSide,
                 const Box3d& near, const std::function<void(const SurfaceTile&)>& visit);

}  // namespace shoal
