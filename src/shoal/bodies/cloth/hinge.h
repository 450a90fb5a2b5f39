// Dihedral angles at the edges of a sheet.
#pragma once

#include <array>

#include "shoal/core/vec.h"

namespace shoal {

// Dihedral angle of a hinge, 0 where it is flat, and its gradient by the positions of a, b and the
// two apices.
struct HingeAngle {
  double angle = 0;               // rad
  std::array<Vec3d, 4> gradient;  // rad/m
};
HingeAngle hingeAngle(const Vec3d& a, const Vec3d& b, const Vec3d& apex0, const Vec3d& apex1);

}  // namespace shoal
