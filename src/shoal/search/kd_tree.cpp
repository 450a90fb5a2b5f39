#include "shoal/search/kd_tree.h"

#include <cmath>
#include <limits>

#include <tbb/parallel_invoke.h>

#include "shoal/core/error.h"

namespace shoal {

namespace {

// Subtrees of fewer points are built by one task: about a millisecond of work.
constexpr std::size_t kParallelSize = 8192;

std::uint32_t longestAxis(const Vec3f& size) {
  if (size.x >= size.y && size.x >= size.z) return 0;
  return size.y >= size.z ? 1 : 2;
}

// Where the upper half begins: above `lower` and at most at `upper`, so that both halves keep a
// point. In double, where the sum of two floats cannot overflow.
float middle(float lower, float upper) {
  const auto mid = static_cast<float>(0.5 * (double{lower} + double{upper}));
  return mid > lower ? mid : upper;
}

}  // namespace

class KdTree::Builder {
 public:
  Builder(std::vector<Entry>& entries, std::size_t bucketSize)
      : entries_(entries), bucketSize_(bucketSize) {}

  Box3f boundsOf(std::size_t begin, std::size_t end) const {
    Box3f box;
    for (std::size_t e = begin; e != end; ++e) box.extend(entries_[e].point);
    return box;
  }

  // Appends the subtree over entries [begin, end), whose tight bounds are `box`. Links are
  // relative, so that a subtree built by another task can be appended as it is.
  void build(std::size_t begin, std::size_t end, const Box3f& box, std::uint32_t depth,
             std::vector<Node>& nodes) {
    const std::size_t self = nodes.size();
    nodes.emplace_back();
    const bool allEqual = box.lower == box.upper;
    if (end - begin <= bucketSize_ || allEqual || depth == kMaxDepth) {
      nodes[self].begin = static_cast<std::uint32_t>(begin);
      nodes[self].end = static_cast<std::uint32_t>(end);
      return;
    }
    const std::uint32_t axis = longestAxis(box.size());
    const std::size_t cut = partition(begin, end, axis, middle(box.lower[axis], box.upper[axis]));
    const Box3f lowerBox = boundsOf(begin, cut);
    const Box3f upperBox = boundsOf(cut, end);
    nodes[self].axis = axis;
    nodes[self].lowerEnd = lowerBox.upper[axis];
    nodes[self].upperStart = upperBox.lower[axis];

    const auto buildLower = [&] { build(begin, cut, lowerBox, depth + 1, nodes); };
    const auto buildUpper = [&](std::vector<Node>& to) {
      build(cut, end, upperBox, depth + 1, to);
    };
    const auto linkUpper = [&] {
      nodes[self].toUpper = static_cast<std::uint32_t>(nodes.size() - self);
    };
    if (end - begin < kParallelSize) {
      buildLower();
      linkUpper();
      buildUpper(nodes);
    } else {
      std::vector<Node> upper;
      tbb::parallel_invoke(buildLower, [&] { buildUpper(upper); });
      linkUpper();
      nodes.insert(nodes.end(), upper.begin(), upper.end());
    }
  }

 private:
  std::size_t partition(std::size_t begin, std::size_t end, std::uint32_t axis, float plane) {
    const auto first = entries_.begin();
    const auto cut = std::partition(first + static_cast<std::ptrdiff_t>(begin),
                                    first + static_cast<std::ptrdiff_t>(end),
                                    [=](const Entry& e) { return e.point[axis] < plane; });
    return static_cast<std::size_t>(cut - first);
  }

  std::vector<Entry>& entries_;
  std::size_t bucketSize_;
};

KdTree::KdTree(std::span<const Vec3f> points, int bucketSize) {
  if (bucketSize < 1) fail("a kd-tree needs buckets of at least 1 point, not {}", bucketSize);
  // A tree has fewer than two nodes per point, and nodes are numbered by 32 bits too.
  if (points.size() > std::numeric_limits<std::uint32_t>::max() / 2)
    fail("{} points are too many for a kd-tree; use fewer than 2 billion", points.size());
  entries_.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    if (isFinite(points[i])) entries_.push_back({points[i], static_cast<std::uint32_t>(i)});
  if (entries_.empty()) return;
  Builder builder(entries_, static_cast<std::size_t>(bucketSize));
  bounds_ = builder.boundsOf(0, entries_.size());
  builder.build(0, entries_.size(), bounds_, 0, nodes_);
}

KdTree::Pending KdTree::root(const Vec3f& centre) const {
  const Vec3f o = max(Vec3f{}, max(bounds_.lower - centre, centre - bounds_.upper));
  return {0, dot(o, o), o.x, o.y, o.z};
}

void KdTree::range(Vec3f centre, float radius, std::vector<std::uint32_t>& found) const {
  found.clear();
  forEachWithin(centre, radius, [&](std::uint32_t index, float) { found.push_back(index); });
}

void KdTree::nearest(Vec3f centre, int k, std::vector<Neighbour>& found) const {
  found.clear();
  if (k <= 0) return;
  const auto nearer = [](const Neighbour& a, const Neighbour& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.index < b.index;
  };
  const std::size_t wanted = std::min(static_cast<std::size_t>(k), size());
  found.reserve(wanted);
  // A heap with the furthest on top, by squared distances until the end.
  float reach = std::numeric_limits<float>::infinity();
  search(centre, reach, [&](const Entry& entry, float d2) {
    const Neighbour candidate{entry.index, d2};
    if (found.size() == wanted) {
      if (!nearer(candidate, found.front())) return;
      std::pop_heap(found.begin(), found.end(), nearer);
      found.pop_back();
    }
    found.push_back(candidate);
    std::push_heap(found.begin(), found.end(), nearer);
    if (found.size() == wanted) reach = found.front().distance;
  });
  std::sort_heap(found.begin(), found.end(), nearer);
  for (Neighbour& neighbour : found) neighbour.distance = std::sqrt(neighbour.distance);
}

std::optional<Neighbour> KdTree::closest(Vec3f centre) const {
  std::optional<Neighbour> best;
  float reach = std::numeric_limits<float>::infinity();
  search(centre, reach, [&](const Entry& entry, float d2) {
    if (best && d2 == reach && entry.index > best->index) return;
    best = Neighbour{entry.index, d2};
    reach = d2;
  });
  if (best) best->distance = std::sqrt(best->distance);
  return best;
}

}  // namespace shoal
