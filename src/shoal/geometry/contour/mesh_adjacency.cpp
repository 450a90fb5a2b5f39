#include "shoal/geometry/contour/mesh_adjacency.h"

#include <algorithm>

namespace shoal {

namespace {

// Turns counts, one place further on, into the first place of each.
void addUp(std::vector<std::uint32_t>& first) {
  for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
}

// Undoes what taking places one after the other did to them.
void restore(std::vector<std::uint32_t>& first) {
  std::copy_backward(first.begin(), first.end() - 1, first.end());
  first[0] = 0;
}

}  // namespace

void MeshAdjacency::build(std::span<const Triangle> triangles, std::size_t vertices) {
  first_.assign(vertices + 1, 0);
  for (const Triangle& t : triangles)
    for (const std::uint32_t v : t) ++first_[v + std::size_t{1}];
  addUp(first_);
  triangles_.resize(3 * triangles.size());
  neighbours_.resize(3 * triangles.size());
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t place = first_[triangles[t][k]]++;
      triangles_[place] = t;
      neighbours_[place] = triangles[t][(k + 1) % 3];
    }
  restore(first_);
}

void MeshAdjacency::build(std::span<const std::array<std::uint32_t, 2>> sides,
                          std::size_t vertices) {
  first_.assign(vertices + 1, 0);
  for (const auto& side : sides)
    for (const std::uint32_t v : side) ++first_[v + std::size_t{1}];
  addUp(first_);
  triangles_.clear();
  neighbours_.resize(2 * sides.size());
  for (const auto& [a, b] : sides) {
    neighbours_[first_[a]++] = b;
    neighbours_[first_[b]++] = a;
  }
  restore(first_);
}

}  // namespace shoal
