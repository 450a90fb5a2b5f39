// Elastic forces, stiffness, energy and plastic flow of the elements of a solid.
#pragma once

#include "shoal/bodies/fem/fem_group.h"
#include "shoal/bodies/fem/fem_params.h"

namespace shoal {

// Total Lagrangian finite elements. Symbols, per quadrature point:
//   N_a   shape function of node a; grad N_a its gradient in the undeformed solid (FemPoint)
//   V     volume of the point in the undeformed solid
//   F     deformation gradient, sum_a x_a (grad N_a)^T; F = F_e F_p with plastic flow
//   s     signed singular values, F = u diag(s) v^T (Stretch) [ITF04]
//   Psi   energy density as a function of s (FemLaw)
//   P     first Piola-Kirchhoff stress, u diag(dPsi/ds) v^T
//   f_a   force on node a, -V P grad N_a
//   K_ab  stiffness -df_a/dx_b, from the eigenmodes of dP/dF [SGK19], on request projected to
//         be positive semi-definite [TSIF05]
class FemElasticity {
 public:
  // `materials`: of each element.
  FemElasticity(const FemMesh& mesh, FemLaw law, std::span<const FemMaterial> materials);

  // Stiffness-proportional damping at velocity u, with the elements as deformed at `from`.
  struct Damping {
    double time = 0;  // s, Rayleigh's beta; 0: none, and nothing below is read
    double step = 1;  // s, over which positions change by u * step
    std::span<const Vec3d> from, u;
  };

  // With nodes at x: forces() in N and stiffness() in N/m, which includes damping per `step`.
  // `makePositive`: with the nearest stiffness that is positive semi-definite.
  void evaluate(std::span<const Vec3d> x, const Damping& damping, bool makePositive);

  // On node a of element e: at e * nodesEach + a.
  std::span<const Vec3d> forces() const { return forces_; }
  // Between nodes a <= b of element e: at e * pairsOf(nodesEach) + pairIndex(a, b), unless told to
  // be stored elsewhere.
  std::span<const Matrix3> stiffness() const { return stiffness_; }

  // Where the block of a pair is stored, transposed or as it is.
  struct Place {
    std::uint32_t at : 31;
    std::uint32_t transposed : 1;
  };
  // `places`: a permutation of all pairs, in the order of the pairs above.
  void storeAt(std::vector<Place> places) { places_ = std::move(places); }

  // In J. With damping, also the function whose derivative by u is minus `step` times the force.
  double energy(std::span<const Vec3d> x, const Damping& damping) const;

  // Inverse of the plastic deformation gradient per point; empty: there is no plasticity.
  std::span<const Matrix3> plastic() const { return plasticInverse_; }
  void setPlastic(std::vector<Matrix3> inverses) { plasticInverse_ = std::move(inverses); }

  // Plastic flow by the stress beyond the yield stress over a time dt.
  void flow(std::span<const Vec3d> x, double dt, const FemPlasticityParams& params);

  // Mean Cauchy stress of an element in Pa, elastic part; zero where the element is crushed or
  // inverted.
  Matrix3 stress(std::size_t element, std::span<const Vec3d> x) const;

  std::span<const FemPoint> points() const { return points_; }

 private:
  Matrix3 elasticDeformation(std::size_t point, std::span<const Vec3d> x) const;
  void store(std::size_t element, const FemGroupResult& result);
  double dissipation(std::size_t point, const Damping& damping) const;

  const FemMesh& mesh_;
  FemLaw law_;
  std::vector<Lame> lame_;
  std::vector<FemPoint> points_;
  FemGroups groups_;
  std::vector<Place> places_;  // of each pair
  std::vector<Matrix3> plasticInverse_;
  std::vector<Vec3d> forces_;
  std::vector<Matrix3> stiffness_;
};

// Von Mises stress of a Cauchy stress, both in Pa.
double vonMises(const Matrix3& stress);

}  // namespace shoal
