// How strong a solid is at each of its places.
#pragma once

#include "shoal/bodies/fem/fem_fracture_params.h"

namespace shoal {

bool canBreak(const FemFractureParams& params);

// Throws an Error that names the key unless every place is one box or one slab.
void requirePlaces(const FemFractureParams& params);

// In Pa, of a place in the undeformed solid; infinite where it never breaks.
double strengthAt(const FemFractureParams& params, const Vec3d& rest);

// The smallest strength there is anywhere.
double leastStrength(const FemFractureParams& params);

}  // namespace shoal
