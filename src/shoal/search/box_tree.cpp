#include "shoal/search/box_tree.h"

#include <algorithm>
#include <numeric>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

// The bits of a number of 21 bits, two apart.
std::uint64_t spread(std::uint64_t a) {
  a = (a | a << 32) & 0x1f00000000ffff;
  a = (a | a << 16) & 0x1f0000ff0000ff;
  a = (a | a << 8) & 0x100f00f00f00f00f;
  a = (a | a << 4) & 0x10c30c30c30c30c3;
  return (a | a << 2) & 0x1249249249249249;
}

// Morton code of a point within the bounds.
template <class T>
std::uint64_t mortonCode(const Vec3<T>& p, const Box3<T>& bounds) {
  constexpr double kCells = (1 << 21) - 1;
  std::uint64_t code = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double extent = bounds.upper[axis] - bounds.lower[axis];
    const double share = extent > 0 ? (p[axis] - bounds.lower[axis]) / extent : 0;
    code |= spread(static_cast<std::uint64_t>(kCells * std::clamp(share, 0.0, 1.0))) << axis;
  }
  return code;
}

template <class T, class Box>
std::vector<std::uint32_t> mortonOrder(std::span<const Box> boxes) {
  Box3<T> bounds;
  for (const Box& box : boxes) bounds.extend(box.centre());
  struct Coded {
    std::uint64_t code;
    std::uint32_t item;
  };
  std::vector<Coded> coded(boxes.size());
  parallelFor(boxes.size(), [&](std::size_t i) {
    coded[i] = {mortonCode(boxes[i].centre(), bounds), static_cast<std::uint32_t>(i)};
  });
  std::sort(coded.begin(), coded.end(), [](const Coded& a, const Coded& b) {
    return a.code != b.code ? a.code < b.code : a.item < b.item;
  });
  std::vector<std::uint32_t> order(boxes.size());
  parallelFor(boxes.size(), [&](std::size_t i) { order[i] = coded[i].item; });
  return order;
}

}  // namespace

template <class T, class Box>
void BoxTree<T, Box>::build(std::span<const Box> boxes) {
  order_ = mortonOrder<T>(boxes);
  addTree(boxes, [](std::uint32_t, std::uint32_t count) {  // leaves are full but for the last
    const std::uint32_t leaves = (count + kLeaf - 1) / kLeaf;
    return kLeaf * ((leaves + 1) / 2);
  });
}

template <class T, class Box>
void BoxTree<T, Box>::buildByMedian(std::span<const Box> boxes, std::span<const Vec3<T>> centres) {
  order_.resize(boxes.size());
  std::iota(order_.begin(), order_.end(), 0u);
  addTree(boxes, [&](std::uint32_t first, std::uint32_t count) {
    Box around;
    for (std::uint32_t slot = first; slot < first + count; ++slot)
      around.extend(boxes[order_[slot]]);
    const Vec3<T> size = around.size();
    const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto begin = order_.begin() + first;
    const std::uint32_t half = count / 2;
    std::nth_element(begin, begin + half, begin + count, [&](std::uint32_t a, std::uint32_t b) {
      return centres[a][axis] < centres[b][axis];
    });
    return half;
  });
}

template <class T, class Box>
template <class Split>
void BoxTree<T, Box>::addTree(std::span<const Box> boxes, Split&& split) {
  nodes_.clear();
  tasks_.clear();
  above_.clear();
  if (order_.empty()) return;
  nodes_.reserve(order_.size());  // leaves hold two items or more
  addNodes(0, static_cast<std::uint32_t>(order_.size()), true, split);
  refit(boxes);
}

// Adds the nodes of a range of slots, each before its children. split(first, count) sorts the range
// so that its first part, whose size it returns, goes to the first child. `isTop`: no node above
// belongs to a task.
template <class T, class Box>
template <class Split>
void BoxTree<T, Box>::addNodes(std::uint32_t first, std::uint32_t count, bool isTop,
                               Split&& split) {
  const auto self = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  const bool isTask = isTop && count <= kTask;
  if (count <= kLeaf) {
    nodes_[self].next = first;
    nodes_[self].count = count;
  } else {
    const std::uint32_t part = split(first, count);
    addNodes(first, part, isTop && !isTask, split);
    nodes_[self].next = static_cast<std::uint32_t>(nodes_.size());
    addNodes(first + part, count - part, isTop && !isTask, split);
  }
  if (isTask) tasks_.push_back({self, static_cast<std::uint32_t>(nodes_.size())});
  if (isTop && !isTask) above_.push_back(self);
}

template <class T, class Box>
void BoxTree<T, Box>::refit(std::span<const Box> boxes) {
  boxes_.resize(order_.size());
  parallelChunks(
      tasks_.size(),
      [&](Range range, std::size_t) {
        for (std::size_t k = range.begin; k < range.end; ++k)
          for (std::uint32_t n = tasks_[k].end; n-- > tasks_[k].first;) refitNode(n, boxes);
      },
      1);
  for (const std::uint32_t n : above_) refitNode(n, boxes);
}

template <class T, class Box>
void BoxTree<T, Box>::refitNode(std::uint32_t index, std::span<const Box> boxes) {
  Node& node = nodes_[index];
  if (node.count == 0) {
    node.box = nodes_[index + 1].box;
    node.box.extend(nodes_[node.next].box);
    return;
  }
  node.box = {};
  for (std::uint32_t slot = node.next; slot < node.next + node.count; ++slot) {
    boxes_[slot] = boxes[order_[slot]];
    node.box.extend(boxes_[slot]);
  }
}

template class BoxTree<float>;
template class BoxTree<double>;
template class BoxTree<float, MovingBox>;

}  // namespace shoal
