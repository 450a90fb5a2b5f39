// When something that recurs in simulated time is due.
#pragma once

#include <cmath>

namespace shoal {

// Whether a multiple of `every` lies in (before, now]; always when `every` is 0. Needs no memory,
// so that a resumed run keeps the rhythm.
inline bool dueBetween(double before, double now, double every) {
  constexpr double kRounding = 1e-9;  // what a time may fall short of a multiple and still be it
  if (every == 0) return true;
  return std::floor(now / every + kRounding) > std::floor(before / every + kRounding);
}

}  // namespace shoal
