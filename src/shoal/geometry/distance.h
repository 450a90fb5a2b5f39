// The distance from points to a triangle mesh.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "shoal/geometry/triangle_mesh.h"

namespace shoal {

class MeshDistance {
 public:
  explicit MeshDistance(const TriangleMesh& mesh);

  static constexpr double kAny = std::numeric_limits<double>::infinity();

  // To the nearest point of the surface, m; `limit` if that is further, which is found sooner.
  double distance(Vec3d p, double limit = kAny) const;
  // The same, negative where the mesh winds around p. For closed meshes.
  double signedDistance(Vec3d p, double limit = kAny) const;

 private:
  // A node of the tree of bounding boxes. Its children are the next node and `second`; a leaf has
  // `count` triangles from `first` instead.
  struct Node {
    Box3d box;
    std::uint32_t second = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  void build(std::uint32_t first, std::uint32_t count);
  int windingNumber(const Vec3d& p) const;

  TriangleMesh mesh_;
  std::vector<Node> nodes_;
};

}  // namespace shoal
