// A tree of boxes: which of many boxes overlap a given one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "shoal/core/box.h"

namespace shoal {

inline bool overlap(const Box3f& a, const Box3f& b) {
  return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
         b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

// Items of very different size are no trouble, as they would be for cells. Items are sorted along
// a space-filling curve; every leaf holds a few of them, and a complete binary tree stands on the
// leaves, node n above 2n and 2n + 1.
class BoxTree {
 public:
  void build(std::span<const Box3f> boxes);
  // For the same items where their boxes have changed. What is found is the same as after build();
  // it takes longer to find the more items have changed their neighbours.
  void refit(std::span<const Box3f> boxes);

  // Calls visit(item) for every item whose box overlaps this one.
  template <class Visit>
  void forEachOverlap(const Box3f& box, Visit&& visit) const {
    if (nodes_.empty()) return;
    std::array<std::uint32_t, 64> stack;
    std::size_t depth = 0;
    stack[depth++] = 1;
    while (depth > 0) {
      const std::uint32_t n = stack[--depth];
      if (!overlap(nodes_[n], box)) continue;
      if (n < leaves_) {
        stack[depth++] = 2 * n + 1;
        stack[depth++] = 2 * n;
        continue;
      }
      const std::size_t first = kLeaf * (n - leaves_);
      for (std::size_t i = first; i < std::min(first + kLeaf, order_.size()); ++i)
        if (overlap(boxes_[i], box)) visit(order_[i]);
    }
  }

 private:
  static constexpr std::size_t kLeaf = 4;

  std::vector<std::uint32_t> order_;
  std::vector<Box3f> boxes_;  // in that order
  std::vector<Box3f> nodes_;
  std::size_t leaves_ = 0;  // a power of two
};

}  // namespace shoal
