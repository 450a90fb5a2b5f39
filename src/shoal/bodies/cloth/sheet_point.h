// Points of the material of a sheet.
#pragma once

#include <span>

#include "shoal/bodies/material_point.h"
#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// The point nearest to a place, by the corners of its triangle; the first of those that share it.
MaterialPoint nearestMaterial(std::span<const Triangle> triangles, std::span<const Vec3d> vertices,
                              const Vec3d& place);

}  // namespace shoal
