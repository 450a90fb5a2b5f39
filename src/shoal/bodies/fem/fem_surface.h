// The skin of a solid of finite elements: its boundary triangles.
#pragma once

#include "shoal/bodies/body.h"
#include "shoal/bodies/fem/fem_mesh.h"

namespace shoal {

class FemSurface {
 public:
  FemSurface() = default;
  // Boundary faces of the elements; a face of a quadratic element becomes four triangles.
  FemSurface(const FemMesh& mesh, const TetraMesh& tets);

  const std::vector<Triangle>& triangles() const { return triangles_; }
  // The node of each vertex.
  const std::vector<std::uint32_t>& nodes() const { return nodes_; }

  // Positions, velocities or other values of the vertices from those of the nodes.
  void pick(std::span<const Vec3d> ofNodes, std::vector<Vec3d>& ofVertices) const;
  // Adds forces or impulses on the vertices to those on the nodes.
  void addTo(std::span<Vec3d> onNodes, std::span<const Vec3d> onVertices) const;

 private:
  std::vector<Triangle> triangles_;
  std::vector<std::uint32_t> nodes_;
};

}  // namespace shoal
