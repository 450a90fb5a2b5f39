// Which way the surface of a mesh faces where something touches an edge of it.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// What touches a single triangle beside its edge is pushed askew, although the surface may go on
// smoothly in the next triangle: boxes would stumble over the diagonals of a floor.
class TriangleEdges {
 public:
  // Of a mesh whose triangles share their vertices and have areas.
  explicit TriangleEdges(const TriangleMesh& mesh);

  // The direction away from the surface, on the side of `direction`, for a contact at a point of a
  // triangle. Only edges that stick out, and borders, may push askew.
  Vec3d away(std::size_t triangle, const Vec3d& point, const Vec3d& direction) const;

 private:
  struct Edge {
    Vec3d from, to;
    std::optional<Vec3d> beyond;  // the far corner of the neighbour
  };
  struct Face {
    Vec3d normal;
    double size = 0;  // m
    std::array<Edge, 3> edges;
  };
  std::vector<Face> faces_;
};

}  // namespace shoal
