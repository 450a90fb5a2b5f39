// A deformation as stretches along three axes between two rotations. It is what materials are
// written in, and it stays meaningful for elements that are flat or inside out.
#pragma once

#include "shoal/core/matrix3.h"

namespace shoal {

struct SymmetricAxes {
  Vec3d values;     // falling
  Matrix3 vectors;  // columns; a rotation
};

// Eigenvalues and eigenvectors of a symmetric matrix by Jacobi's rotations.
SymmetricAxes axesOf(const Matrix3& symmetric);

// F = u diag(s) v^T with rotations u and v. s falls; the last is negative if F mirrors.
struct Stretch {
  Matrix3 u, v;
  Vec3d s;
};

// [ITF04]: the mirroring goes to the smallest stretch, the shortest way back.
Stretch stretchOf(const Matrix3& f);

}  // namespace shoal
