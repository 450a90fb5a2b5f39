// The equations of motion of a solid of finite elements: nodes, constraints and time steps.
#pragma once

#include "shoal/bodies/fem/direct_solver.h"
#include "shoal/bodies/fem/fem_system.h"

namespace shoal {

// Axes of a node, to be combined.
enum FemAxes : std::uint8_t { kNoAxis = 0, kAxisX = 1, kAxisY = 2, kAxisZ = 4, kAllAxes = 7 };

// M dv/dt = f(x) + M g + f_ext - alpha M v - beta K v with the consistent mass M, the elastic
// forces f of FemElasticity and Rayleigh's damping. Backward Euler for the velocity u of the step,
//   M ((1 + h alpha) u - v) = h (f(x + h u) + M g + f_ext + f_contact),
// by Newton's method with the correction
//   ((1 + h alpha) M + h^2 K) du = right-hand side minus left-hand side.
// One correction is the semi-implicit step of [BW98]. The midpoint rule is half a step of backward
// Euler, continued.
class FemSolid {
 public:
  // `materials`: of each tetrahedron; empty: params.material everywhere. The mesh must have been
  // mended.
  FemSolid(const TetraMesh& mesh, const FemParams& params, std::vector<FemMaterial> materials = {});
  FemSolid(const FemSolid&) = delete;
  FemSolid& operator=(const FemSolid&) = delete;

  const FemMesh& mesh() const { return mesh_; }
  const FemParams& params() const { return params_; }
  const std::vector<FemMaterial>& materials() const { return materials_; }
  const FemElasticity& elasticity() const { return elasticity_; }
  const FemSystem& system() const { return system_; }
  std::span<const double> nodeMass() const { return mass_; }  // kg; of all together the whole

  // Per node: where it is, how it moves, which of its axes are held (then v says how), and the
  // force of others on it, constant until it is changed. In m, m/s, FemAxes, N.
  std::vector<Vec3d> x, v;
  std::vector<std::uint8_t> fixed;
  std::vector<Vec3d> force;
  std::vector<Vec3d> contact;  // N, the force of contact on each node, likewise

  // Goes on by dt.
  void advance(double dt, const Vec3d& gravity);

  // A step in two halves, for those who change velocities in between: findVelocity() solves for
  // the velocities that lead to the positions at its end, finishStep() goes there.
  void findVelocity(double dt, const Vec3d& gravity);
  std::span<Vec3d> velocity() { return u_; }  // m/s, of the step
  // The change of these by impulses (N s) on the nodes during the step; applyImpulses() makes it.
  std::span<const Vec3d> responseTo(std::span<const Vec3d> impulses);
  void applyImpulses(std::span<const Vec3d> impulses);
  // The same for one impulse on the centre of mass of a solid that nothing holds.
  void applyImpulse(const Vec3d& impulse) { shift(u_, impulse); }
  void finishStep(double dt);

  // Moves to where all forces balance, without inertia, and stays there at rest. An Error if there
  // is no such place to be found.
  void settle(const Vec3d& gravity);

  // What a step would do to the nodes, as accelerations in m/s^2; and how much faster impulses on
  // them, in N s, spread over that step would make them.
  void predictAccelerations(double step, const Vec3d& gravity, std::vector<Vec3d>& accelerations);
  void respond(std::span<const Vec3d> impulses, std::span<Vec3d> change) const;

  double energy() const { return elasticity_.energy(x, {}); }  // J, elastic
  void setPlastic(std::vector<Matrix3> inverses) { elasticity_.setPlastic(std::move(inverses)); }

  // Of the last advance(), for those who look for speed.
  struct Effort {
    int steps = 0, linearisations = 0, iterations = 0;
  };
  const Effort& effort() const { return effort_; }

 private:
  // A backward Euler step of length h: the velocity u with
  //   M (inertia (u - v) - h gravity) = h f(x + h u).
  struct Implicit {
    double h = 0;
    double inertia = 1;
    Vec3d gravity;
  };
  enum class End { Converged, Unfinished, Diverged };
  enum class Pace { Full, Careful };  // whether corrections are shortened until they lead downhill

  bool plastic() const { return params_.plasticity.yield < 1e30; }
  bool midpoint() const { return params_.solver.integrator == FemIntegrator::Midpoint; }
  End solve(const Implicit& equation, int iterations, Pace pace);
  void linearise(const Implicit& equation);
  double takeCorrection(const Implicit& equation, Pace pace);
  void findResidual(const Implicit& equation);
  double potential(const Implicit& equation);
  FemElasticity::Damping damping(const Implicit& equation) const;
  SolveReport solveLinear(const BlockMatrix& matrix);
  void firstGuess(double of);
  void balanceMomentum(const Implicit& equation);
  bool isFree() const;
  void shift(std::span<Vec3d> velocities, const Vec3d& impulse) const;

  FemParams params_;
  std::vector<FemMaterial> materials_;
  FemMesh mesh_;
  FemElasticity elasticity_;
  FemSystem system_;
  ConjugateGradients gradients_;
  DirectSolver direct_;
  double size_ = 0;           // m
  std::vector<double> mass_;  // kg, of each node: the sum of its row
  double totalMass_ = 0;      // kg

  // Of the step that is being solved.
  std::vector<Vec3d> u_, du_, at_, impulse_, right_;
  std::vector<Vec3d> solved_;    // u before contact changed it
  double drag_ = 1;              // 1 + h massDamping, of the equation that was solved for it
  std::vector<Vec3d> withheld_;  // what settle() does not yet let act, N; or empty
  bool indefinite_ = false;      // a stiffness of this step was not positive
  Effort effort_;

  BlockMatrix response_;
  mutable ConjugateGradients responseGradients_;
};

}  // namespace shoal
