// The surface by which others see and push a solid of finite elements: its own skin, or a finer
// mesh that rides in it.
#pragma once

#include "shoal/bodies/body.h"
#include "shoal/bodies/fem/fem_mesh.h"

namespace shoal {

class FemSurface {
 public:
  // The outer faces of the elements. Those of quadratic ones are four triangles each.
  static FemSurface skin(const FemMesh& mesh, const TetraMesh& tets);

  // Each vertex of `fine`, in the coordinates of the undeformed solid, moves with the element it
  // lies in, or with the one it is nearest to. Vertices far from all are an Error.
  static FemSurface embedded(const FemMesh& mesh, const TriangleMesh& fine);

  const std::vector<Triangle>& triangles() const { return triangles_; }
  std::size_t vertices() const { return start_.size() - 1; }

  // Of a skin: the node that each vertex is.
  std::vector<std::uint32_t> nodes() const;

  // Positions or velocities of the vertices from those of the nodes.
  void interpolate(std::span<const Vec3d> ofNodes, std::vector<Vec3d>& ofVertices) const;
  // Adds forces on the vertices to those on the nodes, with the same resultant and the same moment.
  void distribute(std::span<const Vec3d> onVertices, std::span<Vec3d> onNodes) const;

 private:
  struct Weight {
    std::uint32_t node = 0;
    double share = 0;
  };

  void addVertex(std::span<const std::uint32_t> nodes, std::span<const double> shares);

  std::vector<Triangle> triangles_;
  std::vector<std::uint32_t> start_{0};  // of the weights of each vertex
  std::vector<Weight> weights_;
};

}  // namespace shoal
