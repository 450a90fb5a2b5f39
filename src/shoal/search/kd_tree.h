// A kd-tree over points: neighbours within any radius and nearest neighbours, for searches whose
// radius is not known beforehand or whose points are spread unevenly, [Kei06] 7.1.2.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "shoal/core/box.h"
#include "shoal/core/vec.h"

namespace shoal {

struct Neighbour {
  std::uint32_t index = 0;
  float distance = 0;  // m
  friend bool operator==(const Neighbour&, const Neighbour&) = default;
};

// Points lie only in the leaves, copied there so that a leaf is read in one go. Cells are cut at
// the middle of their longest side. Deviation from the sliding-midpoint rule: a cell is first
// shrunk to its points, so that the plane always parts them and never has to slide; and since every
// cut halves a side, the depth is bounded by the range of float whatever the points are.
//
// Distances are compared by their squares in float, dot(p - c, p - c) <= radius * radius: a point
// on the sphere is inside, and radius 0 finds the points at the centre. Points that are not
// finite are found by no query; a centre that is not finite or a radius that is negative or NaN
// finds nothing. The tree, and so the order of what is found, is the same for any number of
// threads.
class KdTree {
 public:
  // Measured on a million points, even in space and on a sphere; 16 to 32 are about as fast.
  static constexpr int kBucketSize = 24;

  // The points are copied; indices found refer to their place in `points`.
  explicit KdTree(std::span<const Vec3f> points, int bucketSize = kBucketSize);

  // Calls visit(index, squaredDistance) for every point within the radius, in the order of the
  // tree.
  template <class Visit>
  void forEachWithin(Vec3f centre, float radius, Visit&& visit) const;

  // Replaces `found` by the points within the radius, in the order of the tree.
  void range(Vec3f centre, float radius, std::vector<std::uint32_t>& found) const;

  // Replaces `found` by the k nearest points, or by all if there are fewer, nearest first; of
  // points at the same squared distance the one of lower index comes first.
  void nearest(Vec3f centre, int k, std::vector<Neighbour>& found) const;

  // The nearest point, the one of lowest index if several are; none in an empty tree.
  std::optional<Neighbour> closest(Vec3f centre) const;

  // How many points can be found: those that are finite.
  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    Vec3f point;
    std::uint32_t index = 0;
  };

  // The lower child follows its parent in the array.
  struct Node {
    std::uint32_t axis = kLeaf;
    float lowerEnd = 0;         // inner: the greatest coordinate of the lower child
    float upperStart = 0;       // inner: the least coordinate of the upper child
    std::uint32_t toUpper = 0;  // inner: steps to the upper child
    std::uint32_t begin = 0;    // leaf: its entries
    std::uint32_t end = 0;
  };

  // A cell still to be searched. Without default values, so that a stack of them costs nothing.
  struct Pending {
    std::uint32_t node;
    float squaredDistance;
    float x, y, z;  // offset from the centre to the cell along each axis, 0 within its slab
  };

  class Builder;

  static constexpr std::uint32_t kLeaf = 3;
  // A side can be halved 254 times for its exponent and 24 times for its digits; three sides.
  static constexpr std::uint32_t kMaxDepth = 3 * (254 + 24);

  // Calls visit(entry, squaredDistance) for every entry whose squared distance is at most `reach`,
  // near cells first. The visitor may lower `reach` on the way.
  template <class Visit>
  void search(const Vec3f& centre, const float& reach, Visit&& visit) const;

  Pending root(const Vec3f& centre) const;
  static Pending child(const Pending& parent, std::uint32_t node, std::uint32_t axis, float offset);

  std::vector<Entry> entries_;
  std::vector<Node> nodes_;
  Box3f bounds_;
};

template <class Visit>
void KdTree::forEachWithin(Vec3f centre, float radius, Visit&& visit) const {
  if (!(radius >= 0)) return;
  const float reach = radius * radius;
  search(centre, reach, [&](const Entry& entry, float d2) { visit(entry.index, d2); });
}

// Only the offset along the axis of the cut changes from a cell to its child, [AM93]. The squared
// distance is summed anew from the offsets, in the order of dot(): each rounding is monotonic, so
// that a cell is never found further away than a point in it.
inline KdTree::Pending KdTree::child(const Pending& parent, std::uint32_t node, std::uint32_t axis,
                                     float offset) {
  const Vec3f o{axis == 0 ? std::max(parent.x, offset) : parent.x,
                axis == 1 ? std::max(parent.y, offset) : parent.y,
                axis == 2 ? std::max(parent.z, offset) : parent.z};
  return {node, dot(o, o), o.x, o.y, o.z};
}

template <class Visit>
void KdTree::search(const Vec3f& centre, const float& reach, Visit&& visit) const {
  if (nodes_.empty() || !isFinite(centre)) return;
  Pending stack[kMaxDepth];
  std::size_t waiting = 0;
  stack[waiting++] = root(centre);
  while (waiting > 0) {
    Pending cell = stack[--waiting];
    if (cell.squaredDistance > reach) continue;
    while (nodes_[cell.node].axis != kLeaf) {
      const Node& node = nodes_[cell.node];
      const float c = centre[node.axis];
      Pending near = child(cell, cell.node + 1, node.axis, c - node.lowerEnd);
      Pending far = child(cell, cell.node + node.toUpper, node.axis, node.upperStart - c);
      if (far.squaredDistance < near.squaredDistance) std::swap(near, far);
      if (far.squaredDistance <= reach) stack[waiting++] = far;
      cell = near;
    }
    const Node& leaf = nodes_[cell.node];
    for (std::uint32_t e = leaf.begin; e != leaf.end; ++e) {
      const Vec3f d = entries_[e].point - centre;
      const float d2 = dot(d, d);
      if (d2 <= reach) visit(entries_[e], d2);
    }
  }
}

}  // namespace shoal
