// Multiply-adds that round once, for machines that have no instruction for it.
#pragma once

#include <bit>
#include <cstdint>

namespace shoal {

// a * b + c, rounded once. The product of two floats is exact in double. Its sum with c is rounded
// to odd: an inexact sum whose last bit is even takes the neighbour on the side of the error.
// Rounding that to float gives what one rounding gives, [BM08].
inline float fusedMulAdd(float a, float b, float c) {
  const double product = double(a) * double(b), addend = double(c);
  const double s = product + addend;
  const double virtualAddend = s - product;
  const double error = (product - (s - virtualAddend)) + (addend - virtualAddend);
  auto bits = std::bit_cast<std::uint64_t>(s);
  // Not for nan, which compares false.
  if ((error > 0 || error < 0) && (bits & 1) == 0) bits += (error > 0) == (s > 0) ? 1 : -1;
  return static_cast<float>(std::bit_cast<double>(bits));
}

}  // namespace shoal
