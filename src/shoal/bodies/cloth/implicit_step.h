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
// preconditioner, which is about the energy of the error. In equilibrium the right-hand side is
// zero, so that the state of rest depends neither on the step nor on the tolerance. Deviation from
// [BW98]: pinned points are left out instead of filtered; rotation and momentum that the
// linearisation loses are given back, see below.
class ImplicitStep {
 public:
  // Builds the preconditioner for points of these places at rest, in m, and with these shares of
  // the area of a sheet, in m^2.
  void setUp(std::span<const Vec3d> rest, std::span<const double> area);

  // Finds the change of velocity by the forces f during h. Returns the iterations that it took.
  int solve(const ImplicitPoints& points, const PairMatrix& K, std::span<const Vec3d> f, double h,
            double damping, double tolerance);

  // Finds how impulses J, in N s, would add to that: (m + h (h + tau) K) dv = J.
  int respond(const ImplicitPoints& points, const PairMatrix& K, std::span<const Vec3d> J,
              double tolerance);

  // What was found last, in m/s.
  std::span<const Vec3d> change() const { return dv_; }

 private:
  // Finds dv for the right-hand side r_, to the tolerance or to where its energy is `enough`.
  int findChange(const ImplicitPoints& points, const PairMatrix& K, double tolerance,
                 double enough);

  double c_ = 0;  // s^2, h (h + tau)
  Multilevel precondition_;
  std::vector<Symmetric3f> diagonal_;
  std::vector<Vec3d> dv_, r_, z_, p_, Ap_;
};

// Takes from the forces what moves a part that nothing holds as a whole. It needs no solving, and
// would hide from the tolerance all that does; giveBackMomentum() adds it to the velocities.
void takeOutCommonForce(const ImplicitPoints& points, const Grouped<std::uint32_t>& parts,
                        std::span<Vec3d> force);

// Backward Euler slows rotation: forces take hold of where points will be, not of where they are.
// What inner forces took from the momentum and the angular momentum of each part that nothing
// holds is given back to it as a rigid motion. `outer` are the forces from outside, N.
void giveBackMomentum(const ImplicitPoints& points, const Grouped<std::uint32_t>& parts,
                      std::span<const Vec3d> change, std::span<const Vec3d> outer, double h);

}  // namespace shoal
