#include "shoal/view/light/path_samples.h"

#include "shoal/view/picture/sobol.h"

namespace shoal {

namespace {

// Every second bit of the result is one of v.
constexpr std::uint64_t spread(std::uint64_t v) {
  v = (v | (v << 8)) & 0x00ff00ff00ff00ffu;
  v = (v | (v << 4)) & 0x0f0f0f0f0f0f0f0fu;
  v = (v | (v << 2)) & 0x3333333333333333u;
  return (v | (v << 1)) & 0x5555555555555555u;
}

// The second dimension of the sequence for each value of each byte of a number.
constexpr auto kBytes = [] {
  std::array<std::array<std::uint32_t, 256>, 4> bytes{};
  for (std::uint32_t k = 0; k < 4; ++k)
    for (std::uint32_t v = 0; v < 256; ++v) {
      std::uint32_t direction = 1u << 31, sum = 0;
      for (std::uint32_t bit = 0; bit < 8 * k + 8; ++bit, direction ^= direction >> 1)
        if (bit >= 8 * k && ((v >> (bit - 8 * k)) & 1u)) sum ^= direction;
      bytes[k][v] = sum;
    }
  return bytes;
}();

std::uint32_t secondDimension(std::uint32_t n) {
  return kBytes[0][n & 255u] ^ kBytes[1][(n >> 8) & 255u] ^ kBytes[2][(n >> 16) & 255u] ^
         kBytes[3][n >> 24];
}

}  // namespace

PathSamples::PathSamples(int x, int y, std::uint32_t k, std::uint32_t n)
    : index_(static_cast<std::uint32_t>(
          (spread(static_cast<std::uint64_t>(x)) | (spread(static_cast<std::uint64_t>(y)) << 1)) *
              n +
          k)) {}

std::array<float, 2> PathSamples::point(std::uint32_t decision) const {
  const std::uint64_t order = mixedBits(2 * std::uint64_t{decision} + 1),
                      seed = mixedBits(2 * std::uint64_t{decision} + 2);
  const std::uint32_t n = owenScrambled(index_, static_cast<std::uint32_t>(order));
  return {unitFloat(owenScrambled(reversedBits(n), static_cast<std::uint32_t>(seed))),
          unitFloat(owenScrambled(secondDimension(n), static_cast<std::uint32_t>(seed >> 32)))};
}

}  // namespace shoal
