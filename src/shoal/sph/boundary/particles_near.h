// The particles near some of the boundary samples.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "shoal/sph/fluid_particles.h"

namespace shoal {

class ParticlesNear {
 public:
  void find(std::span<const std::uint32_t> samples, const NeighbourList& fluidOfBoundary,
            std::size_t particles) {
    listed_.clear();
    flags_.assign(particles, 0);
    for (const std::uint32_t b : samples)
      for (const std::uint32_t i : fluidOfBoundary.of(b)) flags_[i] = 1;
    for (std::uint32_t i = 0; i < particles; ++i)
      if (flags_[i]) listed_.push_back(i);
  }

  bool contains(std::size_t i) const { return flags_[i] != 0; }
  // In rising order: all, and those of a chunk.
  std::span<const std::uint32_t> all() const { return listed_; }
  std::span<const std::uint32_t> within(Range chunk) const {
    const Range numbers = numbersWithin(chunk);
    return all().subspan(numbers.begin, numbers.size());
  }
  // Which of all() those of a chunk are.
  Range numbersWithin(Range chunk) const {
    const auto from = std::lower_bound(listed_.begin(), listed_.end(), chunk.begin);
    const auto to = std::lower_bound(from, listed_.end(), chunk.end);
    return {static_cast<std::size_t>(from - listed_.begin()),
            static_cast<std::size_t>(to - listed_.begin())};
  }

 private:
  std::vector<std::uint32_t> listed_;
  std::vector<std::uint8_t> flags_;
};

}  // namespace shoal
