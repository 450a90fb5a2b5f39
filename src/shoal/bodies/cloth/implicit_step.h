// Backward Euler step of point masses with a stiffness matrix.
#pragma once

#include <span>
#include <vector>

#include "shoal/bodies/cloth/multilevel.h"
#include "shoal/bodies/cloth/pair_matrix.h"
#include "shoal/bodies/cloth/sheet_topology.h"

namespace shoal {

// Points that elastic forces act on. A point of inverse mass 0 keeps its velocity.
struct ImplicitPoints {
  std::span<const double> mass;         // kg
  std::span<const double> inverseMass;  // 1/kg
  std::span<const Vec3d> x;             // m
  std::span<Vec3d> v;                   // m/s
};

// Backward Euler, linearised where the step begins, [BW98] eq. 6 with damping proportional to the
// stiffness, df/dv = -tau K:
//   (m + h (h + tau) K) dv = h (f - (h + tau) K v)
// with m the masses, f the forces, K = -df/dx, tau the damping in s, dv the change of velocity.
// Solved by conjugate gradients with a multilevel preconditioner [BPX90] (multilevel.h), so that
// few iterations are needed on fine meshes too. The residual r is measured by r . B r, B the
// preconditioner, an estimate of the energy of the error. In equilibrium the right-hand side is
// zero, so that the state of rest depends neither on the step nor on the tolerance. Deviation from
// [BW98]: pinned points are left out instead of filtered; momentum that the linearisation loses is
// restored, see giveBackMomentum().
class ImplicitStep {
 public:
  // Builds the preconditioner for points with these rest positions, in m, and areas, in m^2.
  void setUp(std::span<const Vec3d> rest, std::span<const double> area);

  // Finds the velocity change by the forces f during h. Returns the number of iterations.
  int solve(const ImplicitPoints& points, const PairMatrix& K, std::span<const Vec3d> f, double h,
            double damping, double tolerance);

  // Finds the velocity change by impulses J, in N s: (m + h (h + tau) K) dv = J.
  int respond(const ImplicitPoints& points, const PairMatrix& K, std::span<const Vec3d> J,
              double tolerance);

  // Solution of the last call, in m/s.
  std::span<const Vec3d> change() const { return dv_; }

 private:
  // Solves for dv with the right-hand side r_, to the tolerance or until the energy of the residual
  // is below `enough`.
  int findChange(const ImplicitPoints& points, const PairMatrix& K, double tolerance,
                 double enough);

  double c_ = 0;  // s^2, h (h + tau)
  Multilevel precondition_;
  std::vector<Symmetric3f> diagonal_;
  std::vector<Vec3d> dv_, r_, z_, p_, Ap_;
};

// Subtracts from the forces the uniform acceleration of each part without pins. It needs no solve,
// and would dominate the right-hand side that the tolerance refers to; giveBackMomentum() adds it
// to the velocities.
void takeOutCommonForce(const ImplicitPoints& points, const Grouped<std::uint32_t>& parts,
                        std::span<Vec3d> force);

// Backward Euler damps rotation, since forces act at the positions at the end of the step. The
// linear and angular momentum that inner forces have changed in a part without pins is restored by
// a rigid motion. `outer` are the external forces, N.
void giveBackMomentum(const ImplicitPoints& points, const Grouped<std::uint32_t>& parts,
                      std::span<const Vec3d> change, std::span<const Vec3d> outer, double h);

}  // namespace shoal
