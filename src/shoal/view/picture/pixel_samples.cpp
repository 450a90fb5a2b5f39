#include "shoal/view/picture/pixel_samples.h"

#include <algorithm>

namespace shoal {

namespace {

constexpr int kLevels = 13;  // of quadrants, for 8192 pixels a side

// An integer hash of full avalanche: xor-shifts and multiplications, [Sta11].
constexpr std::uint64_t mixed(std::uint64_t v) {
  v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9u;
  v = (v ^ (v >> 27)) * 0x94d049bb133111ebu;
  return v ^ (v >> 31);
}

constexpr std::uint32_t reversed(std::uint32_t v) {
  v = (v >> 16) | (v << 16);
  v = ((v & 0x00ff00ffu) << 8) | ((v & 0xff00ff00u) >> 8);
  v = ((v & 0x0f0f0f0fu) << 4) | ((v & 0xf0f0f0f0u) >> 4);
  v = ((v & 0x33333333u) << 2) | ((v & 0xccccccccu) >> 2);
  return ((v & 0x55555555u) << 1) | ((v & 0xaaaaaaaau) >> 1);
}

// Owen's scrambling: a bit is flipped or not as the bits above it say. On reversed bits, sums and
// products carry upwards only, so that a few of them do this for all bits at once, [Bur20].
constexpr std::uint32_t scrambled(std::uint32_t v, std::uint32_t seed) {
  v = reversed(v);
  v ^= v * 0x3d20adeau;
  v += seed;
  v *= (seed >> 16) | 1u;
  v ^= v * 0x05526c56u;
  v ^= v * 0x53a22864u;
  return reversed(v);
}

using SobolPoint = std::array<std::uint32_t, 2>;

// The n-th point of Sobol's sequence in two dimensions: the first reverses bits, the second has the
// polynomial x + 1.
constexpr SobolPoint sobol(std::uint32_t n) {
  SobolPoint point{reversed(n), 0};
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

constexpr float toUnit(std::uint32_t v) {
  return static_cast<float>(v >> 8) * 0x1p-24f;  // below 1
}

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
        kOrders[(mixed(path ^ (std::uint64_t{curve} << 40)) >> 32) % kOrders.size()];
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
  const std::uint64_t seed = mixed(sequence + 1);
  const SobolPoint &first = first_[sequence], &further = kFirstPoints[k];
  return {toUnit(scrambled(first[0] ^ further[0], static_cast<std::uint32_t>(seed))),
          toUnit(scrambled(first[1] ^ further[1], static_cast<std::uint32_t>(seed >> 32)))};
}

}  // namespace shoal
