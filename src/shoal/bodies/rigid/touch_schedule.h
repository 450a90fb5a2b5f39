// Parallel schedule of contacts between rigid bodies.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/core/parallel.h"
#include "shoal/core/vec.h"

namespace shoal {

// Bodies are divided into slabs by position. Contacts within different slabs share no movable body,
// nor do contacts across every other border of slabs: each of these sets is a group, and the groups
// of a phase are solved in parallel. Within a group contacts keep their order, so that load still
// propagates through a stack in one sweep. The schedule depends on the bodies alone.
class TouchSchedule {
 public:
  struct Touch {
    std::uint32_t a = 0, b = 0;  // bodies
  };
  struct Site {
    Vec3d place;
    bool pushable = false;
  };

  void plan(std::span<const Touch> touches, std::span<const Site> bodies);

  // Touches, one group after the other.
  std::span<const std::uint32_t> order() const { return order_; }

  std::size_t phases() const { return firstGroup_.size() - 1; }
  // Where the groups of a phase start in `order`.
  std::span<const std::size_t> startsOf(std::size_t phase) const {
    return std::span(groupStart_)
        .subspan(firstGroup_[phase], firstGroup_[phase + 1] - firstGroup_[phase]);
  }

  // Calls work(first, end) for the places of each group in `order`, phase by phase, or in the
  // reverse order of phases. Returns the largest value that work did, or 0.
  template <class Work>
  double forEachGroup(bool reverse, Work&& work) const {
    double largest = 0;
    for (std::size_t n = 0; n < phases(); ++n) {
      const std::size_t phase = reverse ? phases() - 1 - n : n;
      const std::size_t first = firstGroup_[phase], count = firstGroup_[phase + 1] - first;
      std::vector<double> values(count, 0);
      parallelChunks(
          count,
          [&](Range r, std::size_t) {
            for (std::size_t g = r.begin; g < r.end; ++g)
              values[g] = work(groupStart_[first + g], groupStart_[first + g + 1]);
          },
          1);
      for (const double value : values) largest = std::max(largest, value);
    }
    return largest;
  }

 private:
  static std::vector<std::uint32_t> slabsOf(std::span<const Site> bodies, std::size_t slabs);
  void addPhase(std::span<const std::uint32_t> groupOf, std::size_t begin, std::size_t end,
                std::size_t stride);

  std::vector<std::uint32_t> order_;
  std::vector<std::size_t> groupStart_;  // first places in `order_`, and the end
  std::vector<std::size_t> firstGroup_;  // of each phase, and the end
};

}  // namespace shoal
