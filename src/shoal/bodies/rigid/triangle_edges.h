// Contact normals at internal edges of a mesh.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// A contact with a single triangle near its edge has a tilted normal, although the surface may
// continue smoothly in the next triangle: boxes would stumble over the diagonals of a floor.
class TriangleEdges {
 public:
  // For a mesh whose triangles share their vertices and have areas.
  explicit TriangleEdges(const TriangleMesh& mesh);

  // Normal of a contact at a point of a triangle, on the side of `direction`. Only convex edges and
  // borders may have a normal other than that of the triangle.
  Vec3d away(std::size_t triangle, const Vec3d& point, const Vec3d& direction) const;

 private:
  struct Edge {
    Vec3d from, to;
    std::optional<Vec3d> beyond;  // opposite corner of the neighbour
  };
  struct Face {
    Vec3d normal;
    double size = 0;  // m
    std::array<Edge, 3> edges;
  };
  std::vector<Face> faces_;
};

}  // namespace shoal
