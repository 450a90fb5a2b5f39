// Lighting: ambient occlusion under a uniform sky, and one soft lamp.
#pragma once

#include "shoal/view/picture/camera.h"
#include "shoal/view/picture/image.h"
#include "shoal/view/picture/pixel_samples.h"
#include "shoal/view/picture/ray_scene.h"
#include "shoal/view/picture/surface_point.h"

namespace shoal {

// Linear light, not yet the numbers of a picture.
Vec3f toLinear(const Rgb& colour);
Rgb toPicture(const Vec3f& light);

// Towards a lamp above the left shoulder of the viewer.
Vec3f lampDirection(const Camera& camera, const Vec3d& up);

class Lighting {
 public:
  // `reach`: distance up to which geometry occludes the sky.
  Lighting(const RayScene& scene, const Camera& camera, const Vec3d& up, float reach);

  // Reflected light of a diffuse surface, for the k-th sample of a pixel.
  Vec3f shade(const SurfacePoint& at, const Vec3f& albedo, const PixelSamples& points,
              std::uint32_t k) const;

 private:
  float skyShare(const SurfacePoint& at, const PixelSamples& points, std::uint32_t k) const;
  bool seesLamp(const SurfacePoint& at, const PixelSamples& points, std::uint32_t k) const;

  const RayScene& scene_;
  Vec3f up_;
  Vec3f lamp_;  // direction towards the lamp
  float reach_;
};

}  // namespace shoal
