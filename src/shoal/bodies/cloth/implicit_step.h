// One implicit step of points held together by stiffness.
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

// Backward Euler, linearised where the step begins [BW98]:
//   (m + h (h + tau) K) dv = h (f - (h + tau) K v)
// with tau the damping. Solved by conjugate gradients that are preconditioned on grids of all
// sizes, so that few are needed on fine meshes too. The residual is measured as the
// preconditioner does, which is about the energy of the error. A sheet in equilibrium has nothing
// on the right, so that what it comes to rest at depends neither on the step nor on the tolerance.
class ImplicitStep {
 public:
  // For points of these places at rest, and with these shares of the area of a sheet, m^2.
  void tie(std::span<const Vec3d> rest, std::span<const double> area);

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
