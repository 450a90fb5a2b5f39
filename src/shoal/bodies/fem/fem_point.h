// Points of the material of a solid of finite elements.
#pragma once

#include "shoal/bodies/body.h"
#include "shoal/bodies/fem/fem_mesh.h"

namespace shoal {

// The point nearest to a place of the rest shape, with the shape functions of its element there as
// weights. Of elements that share the point, the first.
MaterialPoint nearestMaterial(const FemMesh& mesh, const Vec3d& rest);

}  // namespace shoal
