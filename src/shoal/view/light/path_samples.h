// Sample points of paths of light.
#pragma once

#include <array>
#include <cstdint>

namespace shoal {

// All decisions of a path take points of one Sobol sequence of two dimensions, each in an order and
// with a scramble of its own (Owen's for both), [Bur20]. A pixel has consecutive points, and pixels
// follow each other along a Z-order curve: aligned squares of pixels have even sets together, so
// that the error of one is made up for by its neighbours. Frames of a film have the same points,
// so that the grain stands still.
class PathSamples {
 public:
  // Of the k-th of n paths of a pixel; n is a power of two.
  PathSamples(int x, int y, std::uint32_t k, std::uint32_t n);

  // In the unit square, for the decision of this number.
  std::array<float, 2> point(std::uint32_t decision) const;

 private:
  std::uint32_t index_;
};

}  // namespace shoal
