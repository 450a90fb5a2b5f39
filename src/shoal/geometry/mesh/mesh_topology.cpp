#include "shoal/geometry/mesh/mesh_topology.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <tuple>

#include "shoal/core/error.h"

namespace shoal {

namespace {

bool comesBefore(const Vec3d& p, const Vec3d& q) {
  return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z);
}

// Disjoint sets with path halving; the lowest member names the set.
class Sets {
 public:
  explicit Sets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0u); }

  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t i, std::uint32_t j) {
    const auto [low, high] = std::minmax({find(i), find(j)});
    parent_[high] = low;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace

WeldedPoints weldPoints(std::span<const Vec3d> points) {
  if (points.size() >= std::numeric_limits<std::uint32_t>::max())
    fail("a mesh of {} points is too large; keep below 4 billion", points.size());
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    if (points[i] == points[j]) return i < j;
    return comesBefore(points[i], points[j]);
  });

  std::vector<std::uint32_t> firstLike(points.size());
  for (std::size_t n = 0; n < order.size(); ++n) {
    const bool repeats = n > 0 && points[order[n]] == points[order[n - 1]];
    firstLike[order[n]] = repeats ? firstLike[order[n - 1]] : order[n];
  }

  WeldedPoints result;
  result.idOf.resize(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (firstLike[i] == i) {
      result.idOf[i] = static_cast<std::uint32_t>(result.points.size());
      result.points.push_back(points[i]);
    } else {
      result.idOf[i] = result.idOf[firstLike[i]];
    }
  }
  return result;
}

TriangleMesh welded(const TriangleMesh& mesh) {
  constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> usedAs(mesh.vertices.size(), kUnused);
  std::vector<Vec3d> used;
  TriangleMesh result;
  result.triangles = mesh.triangles;
  for (Triangle& triangle : result.triangles)
    for (std::uint32_t& v : triangle) {
      if (usedAs[v] == kUnused) {
        usedAs[v] = static_cast<std::uint32_t>(used.size());
        used.push_back(mesh.vertices[v]);
      }
      v = usedAs[v];
    }

  WeldedPoints points = weldPoints(used);
  for (Triangle& triangle : result.triangles)
    for (std::uint32_t& v : triangle) v = points.idOf[v];
  result.vertices = std::move(points.points);
  return result;
}

MeshParts connectedParts(const TriangleMesh& mesh) {
  Sets sets(mesh.vertices.size());
  for (const auto& [a, b, c] : mesh.triangles) {
    sets.join(a, b);
    sets.join(b, c);
  }
  constexpr std::uint32_t kUnnumbered = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> number(mesh.vertices.size(), kUnnumbered);
  MeshParts parts;
  parts.ofTriangle.reserve(mesh.triangles.size());
  for (const Triangle& triangle : mesh.triangles) {
    std::uint32_t& part = number[sets.find(triangle[0])];
    if (part == kUnnumbered) part = parts.count++;
    parts.ofTriangle.push_back(part);
  }
  return parts;
}

namespace {

// Sorts by a number of each item, keeping the order of equal ones: eleven bits at a time, from the
// lowest.
template <class T, class Number>
void radixSort(std::vector<T>& items, std::uint32_t largest, Number&& number) {
  constexpr std::uint32_t kBits = 11, kDigits = 1u << kBits;
  std::vector<T> sorted(items.size());
  for (std::uint32_t shift = 0; shift < 32 && (largest >> shift) > 0; shift += kBits) {
    std::array<std::size_t, kDigits + 1> first{};
    const auto digit = [&](const T& item) { return number(item) >> shift & (kDigits - 1); };
    for (const T& item : items) ++first[digit(item) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    for (const T& item : items) sorted[first[digit(item)]++] = item;
    items.swap(sorted);
  }
}

}  // namespace

std::vector<MeshEdge> meshEdges(std::span<const Triangle> triangles) {
  struct Use {
    std::uint32_t a, b;
    bool forward;
  };
  std::vector<Use> uses;
  uses.reserve(3 * triangles.size());
  std::uint32_t largest = 0;
  for (const Triangle& triangle : triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t from = triangle[i], to = triangle[(i + 1) % 3];
      largest = std::max(largest, from);
      if (from != to) uses.push_back({std::min(from, to), std::max(from, to), from < to});
    }
  radixSort(uses, largest, [](const Use& use) { return use.b; });
  radixSort(uses, largest, [](const Use& use) { return use.a; });

  std::vector<MeshEdge> edges;
  edges.reserve(uses.size() / 2);
  for (const Use& use : uses) {
    if (edges.empty() || edges.back().a != use.a || edges.back().b != use.b)
      edges.push_back({use.a, use.b, 0, 0});
    ++(use.forward ? edges.back().forward : edges.back().backward);
  }
  return edges;
}

}  // namespace shoal
