// Particles without neighbours as balls of their volume, [BTT09]: cells are too coarse for them.
#pragma once

#include "shoal/surface/surface_mesh.h"

namespace shoal {

// Adds a ball around a place (in the plane a disc) with normals where the mesh has them. Returns
// how many vertices it has.
std::size_t addBall(const Vec3d& at, double volumeRadius, int dimensions, SurfaceMesh& mesh,
                    bool normals);

}  // namespace shoal
