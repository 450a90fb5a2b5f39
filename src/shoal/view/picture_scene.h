// What the rays of a picture meet, made from a shot.
#pragma once

#include <optional>

#include "shoal/view/camera.h"
#include "shoal/view/cut_plane.h"
#include "shoal/view/ray_scene.h"
#include "shoal/view/renderer.h"

namespace shoal {

// Which way the triangles of a surface face.
enum class Facing : signed char { outwards = 1, inwards = -1, noInside = 0 };

// In coordinates around `origin`, so that floats are fine enough.
struct PictureScene {
  Vec3d origin;
  RaySceneParts parts;
  std::vector<Rgb> wallColours;     // of each triangle
  std::vector<Facing> wallFacings;  // of each triangle; noInside unless the cut opened its solid
  std::vector<float> wallValues;    // of each vertex; nan where colours show none
  std::optional<CutPlane> cut;

  // Where a ray that then hits a triangle goes into a solid that the cut opened, as a distance
  // along the ray: there the solid's section is seen.
  std::optional<float> section(const RayHit& hit, const Vec3f& from, const Vec3f& direction) const;
};

// `showsValues`: whether colours show the values of solids.
PictureScene makePictureScene(const Shot& shot, const ViewParams& params, const Camera& camera,
                              const Vec3d& origin, bool showsValues);

}  // namespace shoal
