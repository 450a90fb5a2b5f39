// Bending energy of a sheet: the curvature of every triangle from the dihedral angles at its edges.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "shoal/bodies/cloth/pair_matrix.h"
#include "shoal/bodies/cloth/sheet_groups.h"
#include "shoal/bodies/cloth/sheet_topology.h"

namespace shoal {

// Angles of hinges make a linear field of normals in each triangle, with the curvature
//   kappa = sum_e (theta_e - theta0_e) / h_e m_e m_e^T   [GGRZ06],
// theta_e the angle at edge e, theta0_e the same at rest, h_e the height of the triangle over e,
// m_e the unit vector across e in its plane; and the energy of a Kirchhoff plate per area,
//   D/2 ((1 - nu) tr(kappa^2) + nu tr(kappa)^2),   D the bending stiffness, nu Poisson's ratio.
// A bent cylinder gets its exact energy whichever way the triangles run, which weights per hinge
// cannot give. The stiffness is the product of first derivatives of theta (Gauss-Newton).
class Bending {
 public:
  Bending() = default;
  // Rest angles per edge; `rest` are the rest positions of the corners of each triangle.
  Bending(std::span<const std::array<Vec3d, 3>> rest, const SheetTopology& sheet,
          std::vector<double> restAngles, double stiffness, double poisson);

  // Angles, moments and gradients for the positions x.
  void update(const SheetTopology& sheet, std::span<const Vec3d> x);
  // N, on a vertex.
  Vec3d force(const SheetTopology& sheet, std::size_t vertex) const;
  // The block by which a hinge couples two of its vertices, given by their roles: the product of
  // the gradients, with a stiffness no less than that of the energy.
  void addStiffness(std::size_t edge, std::size_t role, std::size_t otherRole,
                    Matrix3f& block) const;
  // J, in a triangle.
  double energy(const SheetTopology& sheet, std::size_t triangle) const;

  std::span<const double> restAngles() const { return restAngles_; }

 private:
  using Moduli = std::array<std::array<double, 3>, 3>;  // moment by angle, of a triangle's edges

  std::vector<Moduli> moduli_;      // per triangle, N m
  std::vector<double> restAngles_;  // per edge
  HingeGroups groups_;
  std::vector<HingeAngle> hinges_;  // per edge; zero where there is none
  std::vector<double> bend_;        // rad, per edge: the angle less that at rest
  std::vector<double> moment_;      // per edge, N m
  std::vector<double> stiffness_;   // per edge, N m
};

inline void Bending::addStiffness(std::size_t edge, std::size_t role, std::size_t otherRole,
                                  Matrix3f& block) const {
  const Vec3d g = stiffness_[edge] * hinges_[edge].gradient[role];
  const Vec3d& other = hinges_[edge].gradient[otherRole];
  const double left[3] = {g.x, g.y, g.z}, right[3] = {other.x, other.y, other.z};
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c) block(r, c) += static_cast<float>(left[r] * right[c]);
}

}  // namespace shoal
