// Cross-sections of solids at the clipping plane, which would otherwise look hollow.
#pragma once

#include <optional>

#include "shoal/view/picture/cut_plane.h"
#include "shoal/view/picture/ray_scene.h"

namespace shoal {

class Sections {
 public:
  // Rays are in coordinates around `origin`.
  Sections(const CutPlane& plane, const Vec3d& origin) : plane_(plane), origin_(origin) {}

  // Open surfaces, such as cloth, have no section.
  void add(const PictureMesh& solid, std::uint32_t surface = 0);

  // After the last solid, before the first ray.
  void build();

  struct Seen {
    float distance;
    Rgb colour;
    Vec3f normal;  // towards what is left out
    std::uint32_t surface;
  };
  // The section that a ray meets, on its way in or out, before the distance `before`.
  std::optional<Seen> seen(const Vec3f& from, const Vec3f& direction, float before) const;

 private:
  CutPlane plane_;
  Vec3d origin_;
  RaySceneParts parts_;       // kept surfaces, whose triangles face outwards
  std::vector<Rgb> colours_;  // of each triangle
  std::vector<std::uint32_t> surfaces_;
  std::unique_ptr<RayScene> rays_;
};

}  // namespace shoal
