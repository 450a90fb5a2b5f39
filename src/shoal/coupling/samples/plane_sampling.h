// Boundary samples where the surface of a body cuts the plane z = 0, for 2D scenes.
#pragma once

#include "shoal/coupling/samples/mesh_sampling.h"

namespace shoal {

// At every edge that passes through the plane, and along the cut of each triangle, no further apart
// than the spacing, in m. Points exactly in the plane are taken to be above it. Samples are named
// by the vertices around them and lie in the plane.
std::vector<MeshSample> sampleInPlane(const BodySurface& surface, double spacing);

}  // namespace shoal
