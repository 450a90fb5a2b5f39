// A render mesh embedded in a solid of finite elements.
#pragma once

#include "shoal/bodies/body.h"
#include "shoal/bodies/fem/fem_mesh.h"

namespace shoal {

// Each vertex moves with one element, by the barycentric coordinates that it has in it at rest. So
// an affine deformation moves the mesh exactly. A vertex outside of all elements follows the affine
// map of the element nearby whose coordinates are the least negative.
class FemSkin {
 public:
  FemSkin(RenderMesh mesh, const FemMesh& elements);

  // The mesh on nodes at x that move with v, with new normals. `stresses`: of the nodes.
  RenderedSurface follow(std::span<const Vec3d> x, std::span<const Vec3d> v,
                         std::span<const double> stresses) const;

  // Of each vertex: the nodes that carry it, and their weights, which add up to one.
  const std::vector<MaterialPoint>& points() const { return points_; }

 private:
  RenderMesh mesh_;
  std::vector<MaterialPoint> points_;
};

}  // namespace shoal
