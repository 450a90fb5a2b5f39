// How many boundary samples a solid may have.
#pragma once

#include "shoal/core/error.h"

namespace shoal {

// An Error if there would be more than memory holds: with some hundred bytes each, about 10 GB.
inline void requireFewSamples(double samples) {
  constexpr double kMost = 50e6;
  if (samples <= kMost) return;
  fail(
      "it has stretched so far that it needs {:.2g} boundary samples, more than memory holds; look "
      "for what pulls it, or make it stiffer",
      samples);
}

}  // namespace shoal
