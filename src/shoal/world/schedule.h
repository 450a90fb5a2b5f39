// When something that recurs in simulated time is due, and the steps up to then.
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

// The length of the next of steps that are to cover the time `left`, none longer than `longest`:
// two equal ones at last rather than a full one and a sliver.
inline double evenStep(double left, double longest) {
  if (left <= longest) return left;
  return left < 2 * longest ? left / 2 : longest;
}

}  // namespace shoal
