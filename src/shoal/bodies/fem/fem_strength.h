// Strength of a solid at each material point.
#pragma once

#include "shoal/bodies/fem/fem_fracture_params.h"

namespace shoal {

bool canBreak(const FemFractureParams& params);

// Throws an Error that names the key unless every region is one box or one slab.
void requirePlaces(const FemFractureParams& params);

// Strength in Pa at a point of the undeformed solid; infinite where it never breaks.
double strengthAt(const FemFractureParams& params, const Vec3d& rest);

// Smallest strength of all regions.
double leastStrength(const FemFractureParams& params);

}  // namespace shoal
