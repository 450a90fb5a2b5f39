// Takes the grain of few paths out of a picture, and leaves its edges.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/core/vec.h"

namespace shoal {

// A picture in light, row by row, with what tells the denoiser where its edges are.
struct LightImage {
  int width = 0, height = 0;
  std::vector<Vec3f> light;     // mean of the paths of each pixel
  std::vector<Vec3f> albedo;    // light if all that is matt were lit by 1
  std::vector<Vec3f> normal;    // of the first surface, in the middle of the pixel
  std::vector<Vec3f> position;  // m, of the first surface there
  // Of the means, in brightness: of light over albedo, and of albedo.
  std::vector<float> variance, albedoVariance;
  std::vector<std::uint8_t> mirrored;  // whether albedo shows what is behind or in a surface
  float pixel = 0;                     // m, size of a pixel at distance 1 from the eye
  Vec3f eye;                           // m

  LightImage() = default;
  LightImage(int w, int h);
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
};

// Filters light over albedo in passes whose samples lie 1, 2, 4, ... pixels apart, [DSHL10], with
// the weights and the variance of [SKW17]: little weight across other normals, out of the plane of
// the surface, to another albedo, and to light that differs by more than its noise. Returns the
// light.
std::vector<Vec3f> denoised(const LightImage& image);

}  // namespace shoal
