#include "shoal/view/picture/surface_point.h"

#include <algorithm>
#include <cmath>

namespace shoal {

namespace {

// The point on the sphere, not along the ray: the distance from a far eye is less exact.
SurfacePoint onParticle(const PictureScene& scene, const RayHit& hit, const Vec3f& origin,
                        const Vec3f& direction) {
  const Vec3f& centre = scene.parts.particles[hit.particle];
  const float radius = scene.parts.radius;
  const Vec3f normal = normalised(origin + hit.distance * direction - centre);
  const Vec3f outwards = normal == Vec3f{} ? hit.normal : normal;
  const Vec3f position = centre + radius * outwards;
  return {position, offSurface(position, outwards, largestCoordinate(centre) + radius), outwards};
}

// Facets stand in for a smooth surface. Rays start on that where it bulges, by the mean of the
// point's distances from the tangent planes of the corners, [Han21]; from the facet itself, its
// neighbours would shade light that grazes the smooth surface.
SurfacePoint onWall(const PictureScene& scene, const RayHit& hit, const Vec3f& direction) {
  const auto& triangle = scene.parts.wallTriangles[hit.triangle];
  const auto& normals = scene.wallNormals[hit.triangle];
  const std::array<float, 3> shares{1 - hit.u - hit.v, hit.u, hit.v};
  const float side = dot(hit.normal, direction) > 0 ? -1.f : 1.f;
  Vec3f position, normal;
  float largest = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3f& corner = scene.parts.wallVertices[triangle[k]];
    position += shares[k] * corner;
    normal += shares[k] * side * normals[k];
    largest = std::max(largest, largestCoordinate(corner));
  }
  Vec3f bulged = position;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3f outwards = side * normals[k];
    const float below = dot(position - scene.parts.wallVertices[triangle[k]], outwards);
    bulged -= shares[k] * std::min(0.f, below) * outwards;
  }
  return {position, offSurface(bulged, side * hit.normal, largest), normalised(normal)};
}

}  // namespace

// 256 units in the last place, the bound of [WB19] for points from barycentric coordinates. It is
// taken of the largest coordinate of what was hit instead of each coordinate of the point, which
// may be near 0: then it scales with the scene, and needs no smallest length.
Vec3f offSurface(const Vec3f& position, const Vec3f& normal, float largest) {
  constexpr float kUnits = 256 * 0x1p-24f;
  return position + kUnits * largest * normal;
}

float largestCoordinate(const Vec3f& p) {
  return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
}

SurfacePoint surfaceAt(const PictureScene& scene, const RayHit& hit, const Vec3f& origin,
                       const Vec3f& direction) {
  return hit.kind == RayHit::Kind::particle ? onParticle(scene, hit, origin, direction)
                                            : onWall(scene, hit, direction);
}

}  // namespace shoal
