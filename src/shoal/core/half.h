// Half-precision numbers (IEEE 754 binary16) as bits, for machines that have no instruction for it.
#pragma once

#include <bit>
#include <cstdint>

namespace shoal {

// The nearest half, ties to even.
inline std::uint16_t halfOfFloat(float a) {
  const auto bits = std::bit_cast<std::uint32_t>(a);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000U);
  const std::uint32_t magnitude = bits & 0x7fffffffU;
  constexpr std::uint32_t kInfinity = 255U << 23, kOverflow = 143U << 23, kLeastNormal = 113U << 23;
  std::uint32_t half = 0;
  if (magnitude > kInfinity) {
    half = 0x7e00U | (magnitude >> 13 & 0x3ffU);  // nan
  } else if (magnitude >= kOverflow) {
    half = 0x7c00U;
  } else if (magnitude < kLeastNormal) {
    // At 1/2 the last bit of a float has the value of that of a subnormal half.
    const float aligned = std::bit_cast<float>(magnitude) + 0.5f;
    half = std::bit_cast<std::uint32_t>(aligned) - std::bit_cast<std::uint32_t>(0.5f);
  } else {
    const std::uint32_t odd = magnitude >> 13 & 1U;
    half = (magnitude - (112U << 23) + 0xfffU + odd) >> 13;
  }
  return static_cast<std::uint16_t>(sign | half);
}

inline float floatOfHalf(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16;
  const std::uint32_t magnitude = half & 0x7fffU;
  std::uint32_t bits = 0;
  if (magnitude >= 0x7c00U)
    bits = (magnitude << 13) + (224U << 23);  // infinity and nan
  else if (magnitude >= 0x400U)
    bits = (magnitude << 13) + (112U << 23);
  else
    bits = std::bit_cast<std::uint32_t>(static_cast<float>(magnitude) * 0x1p-24f);
  return std::bit_cast<float>(sign | bits);
}

}  // namespace shoal
