// Ray tracing scene (Embree): particles as spheres, surfaces as triangles, lines of constant width.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "shoal/core/vec.h"

namespace shoal {

struct RayHit {
  enum class Kind { nothing, particle, wall, line };
  Kind kind = Kind::nothing;
  std::uint32_t particle = 0;
  std::uint32_t triangle = 0;  // of a wall
  float distance = 0;
  Vec3f normal;        // a unit vector; of a wall, on either side, that of the triangle
  float u = 0, v = 0;  // shares of the second and third corner of a triangle
};

// A ribbon that always faces the ray.
struct RayLine {
  Vec3f from, to;
  float fromRadius = 0, toRadius = 0;
};

struct RaySceneParts {
  std::vector<Vec3f> particles;  // those that are not finite are left out
  float radius = 0;
  std::vector<Vec3f> wallVertices;
  std::vector<std::array<std::uint32_t, 3>> wallTriangles;
  std::vector<RayLine> lines;  // visible, but cast no shadow
};

// Built once, then read by any number of threads.
class RayScene {
 public:
  explicit RayScene(const RaySceneParts& parts);
  ~RayScene();
  RayScene(const RayScene&) = delete;
  RayScene& operator=(const RayScene&) = delete;

  // First hit along a ray of unit direction.
  RayHit trace(const Vec3f& origin, const Vec3f& direction) const;

  // Whether there is a hit within `distance`.
  bool isBlocked(const Vec3f& origin, const Vec3f& direction, float distance) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace shoal
