// Membrane elasticity of a sheet: constant-strain triangles.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "shoal/bodies/cloth/cloth_params.h"
#include "shoal/bodies/cloth/pair_matrix.h"
#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// A vector in the plane of a triangle at rest.
struct PlaneVec {
  double u = 0;
  double v = 0;
};

// Elastic moduli in the plane: along the threads (u), across them (v) and in shear.
struct SheetModuli {
  double along = 0;   // Pa
  double across = 0;  // Pa: stress along u by strain along v
  double shear = 0;   // Pa
};
SheetModuli sheetModuli(const ClothParams& params);

// Rest state of a triangle: gradients of the shape functions and volume.
struct RestTriangle {
  std::array<PlaneVec, 3> gradient;  // 1/m
  double volume = 0;                 // m^3
};
RestTriangle restTriangle(const std::array<Vec3d, 3>& corner, const Vec3d& weave, double thickness);

// Forces and stiffness of a triangle. K[k] couples corner k + 1 to corner k + 2, as in PairMatrix:
// the force on the first is -K (v2 - v1) per displacement.
struct TriangleResponse {
  std::array<Vec3d, 3> force;  // N
  std::array<Matrix3f, 3> K;   // N/m
};

// A constant-strain triangle. Symbols: F = sum_k x_k (grad N_k)^T the 3x2 deformation gradient,
// C = F^T F, U = sqrt(C) the stretch, E = U - I Biot's strain, V the volume at rest. The energy is
//   W = V/2 E : D : E,   D the moduli along, across and between the threads:
// the same in every direction of an isotropic sheet, linear however far it is stretched, and no
// weaker when it is compressed. With S = 2 dW/dC (per volume) the forces are f_k = -V F S grad N_k,
// and
//   K_ij = V (dC/dx_i : T^T D T : dC/dx_j + (grad N_i . S+ grad N_j) I),   T = dU/dC,
// which is what [BW98] use: products of first derivatives, and of the second ones the part that
// stress adds, for its tensile part S+ alone, so that K is positive semi-definite.
TriangleResponse respond(const RestTriangle& rest, const SheetModuli& moduli,
                         const std::array<Vec3d, 3>& x);

// J
double membraneEnergy(const RestTriangle& rest, const SheetModuli& moduli,
                      const std::array<Vec3d, 3>& x);

// Largest principal strain of the triangle, and its direction in space.
struct PrincipalStrain {
  double strain = 0;
  Vec3d direction;
};
PrincipalStrain principalStrain(const RestTriangle& rest, const std::array<Vec3d, 3>& x);

}  // namespace shoal
