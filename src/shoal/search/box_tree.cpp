#include "shoal/search/box_tree.h"

#include <algorithm>
#include <bit>

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

// The place of a point along the curve of Morton through the bounds.
std::uint64_t mortonCode(const Vec3f& p, const Box3f& bounds) {
  constexpr double kCells = (1 << 21) - 1;
  std::uint64_t code = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double extent = bounds.upper[axis] - bounds.lower[axis];
    const double share = extent > 0 ? (p[axis] - bounds.lower[axis]) / extent : 0;
    code |= spread(static_cast<std::uint64_t>(kCells * std::clamp(share, 0.0, 1.0))) << axis;
  }
  return code;
}

}  // namespace

void BoxTree::build(std::span<const Box3f> boxes) {
  const std::size_t n = boxes.size();
  nodes_.clear();
  order_.clear();
  if (n == 0) return;
  Box3f bounds;
  for (const Box3f& box : boxes) bounds.extend(box.centre());

  struct Place {
    std::uint64_t code;
    std::uint32_t item;
  };
  std::vector<Place> places(n);
  parallelFor(n, [&](std::size_t i) {
    places[i] = {mortonCode(boxes[i].centre(), bounds), static_cast<std::uint32_t>(i)};
  });
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return a.code != b.code ? a.code < b.code : a.item < b.item;
  });
  order_.resize(n);
  parallelFor(n, [&](std::size_t i) { order_[i] = places[i].item; });
  leaves_ = std::bit_ceil((n + kLeaf - 1) / kLeaf);
  refit(boxes);
}

void BoxTree::refit(std::span<const Box3f> boxes) {
  const std::size_t n = order_.size();
  if (n == 0) return;
  boxes_.resize(n);
  nodes_.assign(2 * leaves_, Box3f{});
  parallelFor((n + kLeaf - 1) / kLeaf, [&](std::size_t leaf) {
    for (std::size_t i = kLeaf * leaf; i < std::min(kLeaf * (leaf + 1), n); ++i) {
      boxes_[i] = boxes[order_[i]];
      nodes_[leaves_ + leaf].extend(boxes_[i]);
    }
  });
  for (std::size_t first = leaves_ / 2; first > 0; first /= 2)
    parallelFor(first, [&](std::size_t k) {
      Box3f& node = nodes_[first + k];
      node = nodes_[2 * (first + k)];
      node.extend(nodes_[2 * (first + k) + 1]);
    });
}

}  // namespace shoal
