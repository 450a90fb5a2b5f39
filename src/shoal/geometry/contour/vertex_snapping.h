// Removes the small and thin triangles of marching cubes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// Vertices that are nearest to the same node of the grid become one in their middle, [MW92].
// Deviation: one side after the other, and only where the mesh stays closed and no triangle turns
// over, so that this is safe for any mesh.
class VertexSnapping {
 public:
  // Of a closed mesh, with `cell` m between the nodes of its grid. The vertices that stay keep
  // their order; `kept` has the numbers that they had. Vertices that are `fixed`, if there is such
  // a list, stay as they are.
  void snap(TriangleMesh& mesh, double cell, std::vector<std::uint32_t>& kept,
            std::span<const std::uint8_t> fixed = {});

 private:
  struct Ring {  // triangles of a vertex: a part of pool_
    std::uint32_t first = 0, count = 0;
  };

  void findRings(const TriangleMesh& mesh);
  void snapRing(TriangleMesh& mesh, std::uint32_t v, std::span<const std::uint8_t> fixed);
  bool mayJoin(const TriangleMesh& mesh, std::uint32_t a, std::uint32_t b, const Vec3d& middle);
  bool staysUpright(const TriangleMesh& mesh, std::uint32_t moved, std::uint32_t gone,
                    const Vec3d& to) const;
  void join(TriangleMesh& mesh, std::uint32_t a, std::uint32_t b, const Vec3d& middle);
  void compact(TriangleMesh& mesh, std::vector<std::uint32_t>& kept) const;
  bool isGone(std::uint32_t triangle) const { return gone_[triangle] != 0; }

  std::vector<Ring> rings_;
  std::vector<std::uint32_t> pool_;
  std::vector<std::uint8_t> gone_;  // triangles
  std::vector<float> joined_;       // how many each vertex stands for; 0 if it is gone
  std::vector<std::array<std::int64_t, 3>> node_;
  std::vector<std::uint32_t> nearA_, nearB_;
};

}  // namespace shoal
