// Sample points of pixels: one Owen-scrambled Sobol sequence, dealt out along a curve of pixels.
#pragma once

#include <array>
#include <cstdint>

namespace shoal {

// What a sample decides; each has a sequence of its own.
enum class SampleUse : std::uint32_t { Place, Lamp, Sky };

// A pixel takes consecutive points of the sequence. Pixels are counted along a Z-order curve whose
// quadrants are shuffled at every level, [AW20]: any square of 2^k x 2^k aligned pixels then has an
// even set of points together, so that the error of one pixel is made up for by its neighbours,
// and what is left is fine grain without a period.
class PixelSamples {
 public:
  // Rays from the camera, and from each of them towards the sky; powers of two.
  static constexpr std::uint32_t kPlaces = 4, kSkyRays = 8;

  PixelSamples(int x, int y);

  // The k-th point of the pixel in the unit square: of kPlaces, or of kPlaces * kSkyRays for the
  // sky.
  std::array<float, 2> point(SampleUse use, std::uint32_t k) const;

 private:
  // The first point of the pixel, not yet scrambled, of each use. Others differ from it by bits
  // that are the same for all pixels.
  std::array<std::array<std::uint32_t, 2>, 3> first_;
};

}  // namespace shoal
