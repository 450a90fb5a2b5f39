// One layer of points on a surface, as evenly spaced as the particles that will touch it.
#pragma once

#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// Points of the surface of a mesh, closed or not. No two are nearer to each other than
// kLeastGap spacings, and no point of the surface is further than a spacing (m) from all of them;
// there are then about as many as on a square lattice of that spacing.
inline constexpr double kLeastGap = 0.8;
std::vector<Vec3d> sampleEvenly(const TriangleMesh& mesh, double spacing);

}  // namespace shoal
