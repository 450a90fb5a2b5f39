// Bounding volume hierarchy over axis-aligned boxes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "shoal/core/box.h"
#include "shoal/search/moving_box.h"

namespace shoal {

template <class T>
bool overlap(const Box3<T>& a, const Box3<T>& b) {
  return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
         b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

// A binary tree whose leaves hold a few items each. Unlike grids, it suits items of very different
// size. Searches visit items in one order, order(), whatever the boxes are. Box: a Box3, or a
// MovingBox.
template <class T, class Box = Box3<T>>
class BoxTree {
 public:
  // Builds along a Morton curve: quick to build, for items that come and go.
  void build(std::span<const Box> boxes);
  // Builds by median splits of the `centres` (or multiples of these) along the longest side of the
  // box around them: quicker to search, for items that stay.
  void buildByMedian(std::span<const Box> boxes, std::span<const Vec3<T>> centres);
  // Updates the boxes of the same items. Results are the same as after a build; searches become
  // slower the more items have changed their neighbours.
  void refit(std::span<const Box> boxes);

  // The items by slot. Slots of a leaf are neighbours in memory.
  const std::vector<std::uint32_t>& order() const { return order_; }
  const Box& boxAt(std::uint32_t slot) const { return boxes_[slot]; }

  // Calls visit(item) for every item whose box overlaps this one.
  template <class Visit>
  void forEachOverlap(const Box& box, Visit&& visit) const {
    forEachSlot([&](const Box& some) { return overlap(some, box); },
                [&](std::uint32_t slot) {
                  if (overlap(boxes_[slot], box)) visit(order_[slot]);
                });
  }

  // Calls visit(slot) for the items of all leaves that lie in boxes for which mayHold(box) is true.
  // Children are tested before they are put on the stack: most of them fail.
  template <class MayHold, class Visit>
  void forEachSlot(MayHold&& mayHold, Visit&& visit) const {
    if (nodes_.empty() || !mayHold(nodes_[0].box)) return;
    std::array<std::uint32_t, kDeepest> stack;
    std::size_t depth = 0;
    std::uint32_t index = 0;
    while (true) {
      const Node& node = nodes_[index];
      if (node.count == 0) {
        const bool first = mayHold(nodes_[index + 1].box), second = mayHold(nodes_[node.next].box);
        if (first && second) stack[depth++] = node.next;
        if (first || second) {
          index = first ? index + 1 : node.next;
          continue;
        }
      }
      for (std::uint32_t slot = node.next; slot < node.next + node.count; ++slot) visit(slot);
      if (depth == 0) return;
      index = stack[--depth];
    }
  }

  // Calls visit(slot) for the items of all leaves in boxes whose bound(box) is less than `best`,
  // which visit may lower, the nearer of two boxes first.
  template <class Bound, class Visit>
  void forEachSlotBelow(const T& best, Bound&& bound, Visit&& visit) const {
    if (nodes_.empty()) return;
    struct Waiting {
      std::uint32_t node;
      T bound;
    };
    std::array<Waiting, kDeepest> stack;
    std::size_t depth = 0;
    stack[depth++] = {0, bound(nodes_[0].box)};
    while (depth > 0) {
      const Waiting at = stack[--depth];
      if (at.bound >= best) continue;
      const Node& node = nodes_[at.node];
      for (std::uint32_t slot = node.next; slot < node.next + node.count; ++slot) visit(slot);
      if (node.count > 0) continue;
      Waiting near{at.node + 1, bound(nodes_[at.node + 1].box)};
      Waiting far{node.next, bound(nodes_[node.next].box)};
      if (far.bound < near.bound) std::swap(near, far);
      stack[depth++] = far;
      stack[depth++] = near;
    }
  }

 private:
  static constexpr std::uint32_t kLeaf = 4;     // items
  static constexpr std::size_t kDeepest = 64;   // halving 2^32 items needs half of it
  static constexpr std::uint32_t kTask = 2048;  // items that one task refits

  // The children of a node are the one after it and `next`; a leaf has `count` items from slot
  // `next` on instead.
  struct Node {
    Box box;
    std::uint32_t next = 0;
    std::uint32_t count = 0;
  };
  struct Subtree {
    std::uint32_t first, end;  // nodes
  };

  template <class Split>
  void addTree(std::span<const Box> boxes, Split&& split);
  template <class Split>
  void addNodes(std::uint32_t first, std::uint32_t count, bool isTop, Split&& split);
  void refitNode(std::uint32_t index, std::span<const Box> boxes);

  std::vector<std::uint32_t> order_;
  std::vector<Box> boxes_;  // by slot
  std::vector<Node> nodes_;
  std::vector<Subtree> tasks_;        // that are refitted apart from each other
  std::vector<std::uint32_t> above_;  // the nodes above those, children before parents
};

extern template class BoxTree<float>;
extern template class BoxTree<double>;
extern template class BoxTree<float, MovingBox>;

}  // namespace shoal
