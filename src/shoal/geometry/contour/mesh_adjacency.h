// Which triangles each vertex of a mesh has, and which vertices it shares sides with.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

class MeshAdjacency {
 public:
  void build(std::span<const Triangle> triangles, std::size_t vertices);
  // The same for the sides of outlines; there are no triangles.
  void build(std::span<const std::array<std::uint32_t, 2>> sides, std::size_t vertices);

  // In ascending order.
  std::span<const std::uint32_t> trianglesOf(std::size_t v) const { return part(triangles_, v); }
  // The ends of the sides that begin at a vertex: in a closed mesh, each neighbour once.
  std::span<const std::uint32_t> neighboursOf(std::size_t v) const { return part(neighbours_, v); }

  std::size_t bytes() const {
    return sizeof(std::uint32_t) *
           (first_.capacity() + triangles_.capacity() + neighbours_.capacity());
  }

 private:
  std::span<const std::uint32_t> part(const std::vector<std::uint32_t>& all, std::size_t v) const {
    return {all.data() + first_[v], first_[v + 1] - first_[v]};
  }

  std::vector<std::uint32_t> first_, triangles_, neighbours_;
};

}  // namespace shoal
