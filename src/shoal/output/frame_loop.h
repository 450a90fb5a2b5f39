// Loops over the frames of a run.
#pragma once

#include <cstddef>

#include <tbb/parallel_for.h>

namespace shoal {

// Frames of fewer particles keep one core busy, and many are treated at the same time.
inline constexpr std::size_t kFewParticles = 200'000;

// Calls treat(k) for n frames, several at the same time if they are small.
template <class Treat>
void forEachFrame(std::size_t n, bool small, Treat&& treat) {
  if (!small) {
    for (std::size_t k = 0; k < n; ++k) treat(k);
    return;
  }
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, n, 1),
      [&](const tbb::blocked_range<std::size_t>& some) {
        for (std::size_t k = some.begin(); k != some.end(); ++k) treat(k);
      },
      tbb::simple_partitioner{});
}

}  // namespace shoal
