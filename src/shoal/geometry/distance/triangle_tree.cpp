#include "shoal/geometry/distance/triangle_tree.h"

#include <algorithm>
#include <numeric>

namespace shoal {

TriangleTree::TriangleTree(const TriangleMesh& mesh)
    : boxes_(mesh.triangles.size()), order_(mesh.triangles.size()) {
  for (std::size_t t = 0; t < boxes_.size(); ++t)
    for (const Vec3d& p : corners(mesh, t)) boxes_[t].extend(p);
  std::iota(order_.begin(), order_.end(), 0u);
  if (!order_.empty()) build(0, static_cast<std::uint32_t>(order_.size()));
}

void TriangleTree::build(std::uint32_t first, std::uint32_t count) {
  constexpr std::uint32_t kLeafSize = 4;
  const std::size_t self = nodes_.size();
  nodes_.emplace_back();
  Box3d around, centres;
  for (std::uint32_t i = first; i < first + count; ++i) {
    around.extend(boxes_[order_[i]]);
    centres.extend(boxes_[order_[i]].centre());
  }
  nodes_[self].box = around;
  if (count <= kLeafSize) {
    nodes_[self].first = first;
    nodes_[self].count = count;
    return;
  }
  const Vec3d size = centres.size();
  const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const auto begin = order_.begin() + first;
  const std::uint32_t half = count / 2;
  std::nth_element(begin, begin + half, begin + count, [&](std::uint32_t a, std::uint32_t b) {
    return boxes_[a].centre()[axis] < boxes_[b].centre()[axis];
  });
  build(first, half);
  nodes_[self].second = static_cast<std::uint32_t>(nodes_.size());
  build(first + half, count - half);
}

}  // namespace shoal
