// A tree of the boxes around triangles: which of them can meet a given box.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

class TriangleTree {
 public:
  explicit TriangleTree(const TriangleMesh& mesh);

  // Calls visit(triangle) for every triangle whose box overlaps this one.
  template <class Visit>
  void forEachOverlap(const Box3d& box, Visit&& visit) const {
    std::array<std::uint32_t, 64> stack;  // halving 2^32 triangles needs half of it
    std::size_t depth = 0;
    if (!nodes_.empty()) stack[depth++] = 0;
    while (depth > 0) {
      const std::uint32_t index = stack[--depth];
      const Node& node = nodes_[index];
      if (!overlap(node.box, box)) continue;
      for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
        if (overlap(boxes_[order_[i]], box)) visit(order_[i]);
      if (node.count > 0) continue;
      stack[depth++] = node.second;
      stack[depth++] = index + 1;
    }
  }

  const Box3d& box(std::size_t triangle) const { return boxes_[triangle]; }

 private:
  // Its children are the next node and `second`; a leaf has `count` triangles from `first`.
  struct Node {
    Box3d box;
    std::uint32_t second = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  void build(std::uint32_t first, std::uint32_t count);

  static bool overlap(const Box3d& a, const Box3d& b) {
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
  }

  std::vector<Box3d> boxes_;  // of the triangles
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace shoal
