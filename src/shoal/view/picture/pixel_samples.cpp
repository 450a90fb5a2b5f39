#include "shoal/view/picture/pixel_samples.h"

#include <algorithm>

#include "shoal/view/picture/sobol.h"

namespace shoal {

namespace {

constexpr int kLevels = 13;  // of quadrants, for 8192 pixels a side

using SobolPoint = std::array<std::uint32_t, 2>;

// The n-th point of Sobol's sequence in two dimensions: the first reverses bits, the second has the
// polynomial x + 1.
constexpr SobolPoint sobol(std::uint32_t n) {
  SobolPoint point{reversedBits(n), 0};
  for (std::uint32_t direction = 1u << 31; n != 0; n >>= 1, direction ^= direction >> 1)
    if (n & 1u) point[1] ^= direction;
  return point;
}

constexpr std::uint32_t kMostPoints = PixelSamples::kPlaces * PixelSamples::kSkyRays;
constexpr auto kFirstPoints = [] {
  std::array<SobolPoint, kMostPoints> points{};
  for (std::uint32_t n = 0; n < kMostPoints; ++n) points[n] = sobol(n);
  return points;
}();

// All orders of four quadrants.
constexpr auto kOrders = [] {
  std::array<std::array<std::uint8_t, 4>, 24> orders{};
  std::array<std::uint8_t, 4> order{0, 1, 2, 3};
  for (auto& o : orders) {
    o = order;
    std::next_permutation(order.begin(), order.end());
  }
  return orders;
}();

std::uint32_t placeOnCurve(std::uint32_t x, std::uint32_t y, std::uint32_t curve) {
  std::uint32_t place = 0;
  std::uint64_t path = 1;  // quadrants from the whole picture down to here
  for (int level = kLevels - 1; level >= 0; --level) {
    const std::uint32_t quadrant = ((x >> level) & 1u) | (((y >> level) & 1u) << 1);
    const auto& order =
        kOrders[(mixedBits(path ^ (std::uint64_t{curve} << 40)) >> 32) % kOrders.size()];
    place = 4 * place + order[quadrant];
    path = 4 * path + quadrant;
  }
  return place;
}

}  // namespace

PixelSamples::PixelSamples(int x, int y) {
  for (std::uint32_t use = 0; use < first_.size(); ++use) {
    const std::uint32_t points =
        use == static_cast<std::uint32_t>(SampleUse::Sky) ? kMostPoints : kPlaces;
    first_[use] = sobol(points * placeOnCurve(static_cast<std::uint32_t>(x),
                                              static_cast<std::uint32_t>(y), use + 1));
  }
}

std::array<float, 2> PixelSamples::point(SampleUse use, std::uint32_t k) const {
  const auto sequence = static_cast<std::uint32_t>(use);
  const std::uint64_t seed = mixedBits(sequence + 1);
  const SobolPoint &first = first_[sequence], &further = kFirstPoints[k];
  return {unitFloat(owenScrambled(first[0] ^ further[0], static_cast<std::uint32_t>(seed))),
          unitFloat(owenScrambled(first[1] ^ further[1], static_cast<std::uint32_t>(seed >> 32)))};
}

}  // namespace shoal
