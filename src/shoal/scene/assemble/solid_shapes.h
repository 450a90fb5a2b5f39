// What the shape that a scene gives to a solid can become.
#pragma once

#include "shoal/scene/solid_shape.h"

namespace shoal {

// Of the one shape that is given; an Error if none is.
SolidShape solidShape(const MeshShape& shape);

}  // namespace shoal
