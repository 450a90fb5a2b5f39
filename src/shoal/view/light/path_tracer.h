// Paths of light from the eye through a scene.
#pragma once

#include "shoal/view/light/light_scene.h"
#include "shoal/view/light/path_samples.h"

namespace shoal {

// What a path found, and what led there, for the denoiser.
struct PathLight {
  Vec3f light;
  float covered = 0;  // whether it met more than sky and ground
  // What light would be if all that is matt were lit by 1, [SKW17] section 4: what mirrors and
  // clear surfaces show is in here, sharp.
  Vec3f albedo;
  Vec3f normal, position;  // of the first surface
  bool mirrored = false;   // whether albedo shows what is behind or in a surface
};

class PathTracer {
 public:
  explicit PathTracer(const LightScene& scene) : scene_(scene) {}

  // `backdrop`: what is seen behind everything.
  PathLight trace(const Vec3f& origin, const Vec3f& direction, const PathSamples& samples,
                  const Vec3f& backdrop) const;

 private:
  const LightScene& scene_;
};

}  // namespace shoal
