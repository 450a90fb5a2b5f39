// Everything that paths of light meet: surfaces with their materials, cuts, lights.
#pragma once

#include "shoal/view/light/lights.h"
#include "shoal/view/light/materials.h"
#include "shoal/view/picture/picture_scene.h"

namespace shoal {

struct LightHit {
  enum class Kind { nothing, line, surface };
  Kind kind = Kind::nothing;
  float distance = 0;
  std::uint32_t surface = 0;
  bool fromBehind = false;  // from the inside, of a closed surface
  bool touching = false;    // of a fluid: a wall is right behind
  Vec3f facing, normal;     // flat and smooth, on the side that the ray came from
  Vec3f before, behind;     // where new rays start on that side, and on the other
};

class LightScene {
 public:
  // A scene for a camera; the lamp and the ground follow from the shot.
  LightScene(const Shot& shot, const ViewParams& params, const Camera& camera, const Box3d& frame);
  // With lights of its own, for tests.
  LightScene(const Shot& shot, const ViewParams& params, const Camera& camera, const Box3d& frame,
             const Lights& lights);

  const Vec3d& origin() const { return scene_.origin; }  // of all coordinates
  const Lights& lights() const { return lights_; }
  const Material& material(std::uint32_t surface) const { return materials_[surface]; }

  LightHit next(const Vec3f& origin, const Vec3f& direction) const;

  // The fluid that lies on a wall, as seen from a point on it along its normal.
  std::optional<std::uint32_t> fluidOn(const Vec3f& start, const Vec3f& normal) const;

  // The share of light that passes straight through all that is clear; none through anything else.
  Vec3f transmitted(Vec3f origin, const Vec3f& direction) const;

  // The share that is left after a way within a clear surface.
  Vec3f left(std::uint32_t surface, float distance) const;

 private:
  PictureScene scene_;
  std::vector<Material> materials_;  // of each surface: fluids, then walls
  std::vector<bool> touching_;       // of each triangle
  Lights lights_;
  float reach_ = 0;  // m, beyond the gap between fluid and wall
  RayScene rays_;
};

}  // namespace shoal
