// Constitutive laws of isotropic hyperelastic materials, as functions of the principal stretches.
#pragma once

#include "shoal/bodies/fem/fem_params.h"
#include "shoal/bodies/fem/fem_stretch.h"

namespace shoal {

// Lamé's constants in Pa.
struct Lame {
  double lambda = 0, mu = 0;
};
Lame lameOf(double young, double poisson);

// Material constants with which plane strain equals plane stress of the given material, for small
// strains.
FemMaterial planeStressMaterial(const FemMaterial& material);

// Energy density in J/m^3 and stress in Pa along the axes of stretch.
struct StretchStress {
  double energy = 0;
  Vec3d stress;  // derivative of the energy by each stretch
};
StretchStress stretchStress(FemLaw law, const Lame& lame, const Vec3d& s);

// Derivative of the first Piola-Kirchhoff stress by the deformation gradient, between the rotations
// of a Stretch. Its eigenmodes are three that mix stretches, and for each pair of axes i, j one
// shear and one rotation mode, with the eigenvalues (P_i -+ P_j) / (s_i -+ s_j) [SGK19].
struct StretchStiffness {
  Matrix3 stretching;
  Vec3d shearing, turning;  // of the pair that does not contain the index
};
StretchStiffness stretchStiffness(FemLaw law, const Lame& lame, const Vec3d& s);

// Projection to the nearest positive semi-definite one [TSIF05].
StretchStiffness positive(const StretchStiffness& stiffness);

}  // namespace shoal
