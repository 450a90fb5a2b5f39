// Points of surfaces that rays hit, and where new rays start from them.
#pragma once

#include "shoal/view/picture/picture_scene.h"

namespace shoal {

struct SurfacePoint {
  Vec3f position;
  Vec3f start;   // of rays that leave the surface on the side of the viewer
  Vec3f normal;  // for light: a unit vector, smooth over facets, on the side of the viewer
};

// Moves a point off the surface that it was computed on, along the normal, by more than rounding
// may have moved it; `largest` is the largest coordinate of which it was computed.
Vec3f offSurface(const Vec3f& position, const Vec3f& normal, float largest);

float largestCoordinate(const Vec3f& p);

// Where a ray hit a particle or a wall.
SurfacePoint surfaceAt(const PictureScene& scene, const RayHit& hit, const Vec3f& origin,
                       const Vec3f& direction);

}  // namespace shoal
