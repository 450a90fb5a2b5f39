// The volume of the shape that a scene lets a fluid fill.
#pragma once

#include "shoal/scene/fill_shape.h"

namespace shoal {

// Of the one shape that is given; an Error if none is, or if a file cannot be used.
FillVolume fillVolume(const FillShape& shape);

// About how many points of a lattice with the spacing of the world fit into a box.
double latticePoints(const Vec3d& size, const WorldParams& world);

}  // namespace shoal
