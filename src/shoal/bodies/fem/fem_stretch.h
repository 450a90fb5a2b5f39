// Singular value decomposition of deformation gradients into rotations and signed stretches, which
// is also defined for flat and inverted elements. Constitutive laws are written in the stretches.
#pragma once

#include "shoal/core/matrix3.h"

namespace shoal {

struct SymmetricAxes {
  Vec3d values;     // falling
  Matrix3 vectors;  // columns; a rotation
};

// Eigenvalues and eigenvectors of a symmetric matrix by Jacobi rotations.
SymmetricAxes axesOf(const Matrix3& symmetric);

// F = u diag(s) v^T with rotations u and v; s in falling order, the last negative if det F < 0.
struct Stretch {
  Matrix3 u, v;
  Vec3d s;
};

// [ITF04]: a reflection goes to the smallest stretch, the shortest way back from inversion.
Stretch stretchOf(const Matrix3& f);

}  // namespace shoal
