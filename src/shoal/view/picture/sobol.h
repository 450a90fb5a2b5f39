// Scrambled Sobol points: what their sequences are made of.
#pragma once

#include <cstdint>

namespace shoal {

// An integer hash of full avalanche: xor-shifts and multiplications, [Sta11].
constexpr std::uint64_t mixedBits(std::uint64_t v) {
  v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9u;
  v = (v ^ (v >> 27)) * 0x94d049bb133111ebu;
  return v ^ (v >> 31);
}

constexpr std::uint32_t reversedBits(std::uint32_t v) {
  v = (v >> 16) | (v << 16);
  v = ((v & 0x00ff00ffu) << 8) | ((v & 0xff00ff00u) >> 8);
  v = ((v & 0x0f0f0f0fu) << 4) | ((v & 0xf0f0f0f0u) >> 4);
  v = ((v & 0x33333333u) << 2) | ((v & 0xccccccccu) >> 2);
  return ((v & 0x55555555u) << 1) | ((v & 0xaaaaaaaau) >> 1);
}

// Owen's scrambling: a bit is flipped or not as the bits above it say. On reversed bits, sums and
// products carry upwards only, so that a few of them do this for all bits at once, [Bur20].
constexpr std::uint32_t owenScrambled(std::uint32_t v, std::uint32_t seed) {
  v = reversedBits(v);
  v ^= v * 0x3d20adeau;
  v += seed;
  v *= (seed >> 16) | 1u;
  v ^= v * 0x05526c56u;
  v ^= v * 0x53a22864u;
  return reversedBits(v);
}

constexpr float unitFloat(std::uint32_t v) {
  return static_cast<float>(v >> 8) * 0x1p-24f;  // below 1
}

}  // namespace shoal
