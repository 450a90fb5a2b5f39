// Reconstruction of pixels from samples that lie anywhere in them.
#pragma once

#include <array>
#include <vector>

#include "shoal/core/vec.h"
#include "shoal/view/picture/pixel_samples.h"

namespace shoal {

// Light of what covers a pixel or a sample, and the share of it that is covered.
struct CoveredLight {
  Vec3f light;
  float covered = 0;
};

struct LightSample {
  float x = 0, y = 0;  // from the upper left corner of its pixel, in 0..1
  CoveredLight seen;
};

// A window of rows of samples that moves down a picture, so that large pictures take little memory.
class SampleRows {
 public:
  static constexpr int kRows = 64;  // reconstructed at a time

  SampleRows(int width, int height);

  struct Rows {
    int first, last;
  };
  // Moves on to the rows from `top`, which is 0 or kRows below the last. Returns those to sample.
  Rows advanceTo(int top);

  LightSample& at(int x, int y, std::uint32_t k) { return samples_[index(x, y) + k]; }

  // The mean of all samples up to a pixel and a half away, the nearer ones more.
  CoveredLight reconstructed(int x, int y) const;

 private:
  static constexpr int kReach = 1;  // pixels to each side whose samples count
  std::size_t index(int x, int y) const {
    return (static_cast<std::size_t>(y - top_ + kReach) * static_cast<std::size_t>(width_) +
            static_cast<std::size_t>(x)) *
           PixelSamples::kPlaces;
  }

  int width_, height_;
  int top_ = 0;
  std::vector<LightSample> samples_;
};

}  // namespace shoal
