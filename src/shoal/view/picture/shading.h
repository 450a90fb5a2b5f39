// Lighting: ambient occlusion under a uniform sky, and one soft lamp.
#pragma once

#include "shoal/view/picture/camera.h"
#include "shoal/view/picture/image.h"
#include "shoal/view/picture/ray_scene.h"

namespace shoal {

// Linear light, not yet the numbers of a picture.
Vec3f toLinear(const Rgb& colour);
Rgb toPicture(const Vec3f& light);

// Sampling pattern of the rays of one pixel. The pixels of a 4 x 4 block share one even covering,
// so that the error of few rays per pixel looks like a fine weave, not like noise.
struct PixelPattern {
  int x, y;
  // The pixel's k-th point in the unit square.
  std::array<float, 2> point(int k) const;
};

class Lighting {
 public:
  // `reach`: distance up to which geometry occludes the sky.
  Lighting(const RayScene& scene, const Camera& camera, const Vec3d& up, float reach);

  // Reflected light of a diffuse surface; `sample` is the index within the samples of the pixel.
  Vec3f shade(const Vec3f& point, const Vec3f& normal, const Vec3f& albedo,
              const PixelPattern& pattern, int sample) const;

 private:
  float skyShare(const Vec3f& point, const Vec3f& normal, const PixelPattern& pattern,
                 int sample) const;
  bool seesLamp(const Vec3f& point, const Vec3f& normal, const PixelPattern& pattern,
                int sample) const;

  const RayScene& scene_;
  Vec3f up_;
  Vec3f lamp_;  // direction towards the lamp
  float reach_;
};

}  // namespace shoal
