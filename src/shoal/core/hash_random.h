// Random numbers as a hash of what they are for: the same on every machine and for any order of
// evaluation.
#pragma once

#include <cstdint>

namespace shoal {

// The finaliser of SplitMix64 [SLF14]: every bit of the input changes each bit of the result with a
// probability of about one half.
constexpr std::uint64_t scramble(std::uint64_t a) {
  a += 0x9e3779b97f4a7c15U;
  a = (a ^ a >> 30) * 0xbf58476d1ce4e5b9U;
  a = (a ^ a >> 27) * 0x94d049bb133111ebU;
  return a ^ a >> 31;
}

// Even in [-1, 1), from up to three numbers such as a seed, an index and an axis.
constexpr double randomSigned(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0) {
  const std::uint64_t hash = scramble(scramble(scramble(a) ^ b) ^ c);
  return static_cast<double>(static_cast<std::int64_t>(hash) >> 11) * 0x1p-52;
}

}  // namespace shoal
