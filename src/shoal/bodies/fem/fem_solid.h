// Equations of motion of a solid of finite elements: nodes, constraints, time integration.
#pragma once

#include "shoal/bodies/fem/direct_solver.h"
#include "shoal/bodies/fem/fem_system.h"

namespace shoal {

// Axes of a node, as bits.
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
  // repaired.
  FemSolid(const TetraMesh& mesh, const FemParams& params, std::vector<FemMaterial> materials = {});
  FemSolid(const FemSolid&) = delete;
  FemSolid& operator=(const FemSolid&) = delete;

  const FemMesh& mesh() const { return mesh_; }
  const FemParams& params() const { return params_; }
  const std::vector<FemMaterial>& materials() const { return materials_; }
  const FemElasticity& elasticity() const { return elasticity_; }
  const FemSystem& system() const { return system_; }
  std::span<const double> nodeMass() const { return mass_; }  // kg; sums to the total mass

  // Per node: position (m), velocity (m/s), fixed axes (FemAxes; their velocity is then prescribed
  // by v), and external force (N), constant until it is changed.
  std::vector<Vec3d> x, v;
  std::vector<std::uint8_t> fixed;
  std::vector<Vec3d> force;
  std::vector<Vec3d> contact;  // N, the force of contact on each node, likewise

  // Nodes resist with -k (N/m) times the way by which they leave their present path x + t v, until
  // stopResisting(). For backward Euler. departures(): these ways, integrated over the time since,
  // in m s; empty if none resists.
  void resist(std::vector<Matrix3> stiffness);
  void stopResisting() { resistance_ = {}; }
  std::span<const Vec3d> departures() const { return resistance_.integral; }

  // Advances by dt.
  void advance(double dt, const Vec3d& gravity);

  // A step in two halves, between which contact changes velocities: findVelocity() solves for the
  // velocities that lead to the positions at its end, finishStep() moves there.
  void findVelocity(double dt, const Vec3d& gravity);
  std::span<Vec3d> velocity() { return u_; }  // m/s, of the step
  // Change of these velocities by impulses (N s) on the nodes during the step; applyImpulses() adds
  // it.
  std::span<const Vec3d> responseTo(std::span<const Vec3d> impulses);
  void applyImpulses(std::span<const Vec3d> impulses);
  // The same for one impulse on the centre of mass of a solid without constraints.
  void applyImpulse(const Vec3d& impulse) { shift(u_, impulse); }
  void finishStep(double dt);

  // Static equilibrium: moves to where all forces balance, and sets velocities to zero. An Error if
  // no equilibrium is found.
  void settle(const Vec3d& gravity);

  // Accelerations of the nodes in a step, in m/s^2; and their velocity changes by impulses, in N s,
  // spread over that step.
  void predictAccelerations(double step, const Vec3d& gravity, std::vector<Vec3d>& accelerations);
  void respond(std::span<const Vec3d> impulses, std::span<Vec3d> change) const;

  double energy() const { return elasticity_.energy(x, {}); }  // J, elastic
  void setPlastic(std::vector<Matrix3> inverses) { elasticity_.setPlastic(std::move(inverses)); }

  // Iterations of the last advance(), for performance analysis.
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
  enum class Pace {
    Full,
    Careful
  };  // Careful: line search, corrections are shortened until the potential falls

  bool plastic() const { return params_.plasticity.yield < 1e30; }
  bool midpoint() const { return params_.solver.integrator == FemIntegrator::Midpoint; }
  End solve(const Implicit& equation, int iterations, Pace pace);
  void linearise(const Implicit& equation);
  double takeCorrection(const Implicit& equation, Pace pace);
  void findResidual(const Implicit& equation);
  double potential(const Implicit& equation);
  FemElasticity::Damping damping(const Implicit& equation) const;
  SolveReport solveLinear(const BlockMatrix& matrix);
  SolveReport solveFromVelocity(const BlockMatrix& matrix);
  void firstGuess(double of);
  Vec3d departure(std::size_t i, double h) const;
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
  std::vector<Vec3d> solved_;  // u before contact changed it
  double drag_ = 1;            // 1 + h massDamping, of the equation that was solved for it
  struct Resistance {
    std::vector<Matrix3> stiffness;  // N/m; empty: none
    std::vector<Vec3d> velocity;     // m/s, along the path
    std::vector<Vec3d> away;         // m, at the start of the step
    std::vector<Vec3d> integral;     // m s
  } resistance_;
  std::vector<Vec3d> withheld_;  // N, part of the load that settle() does not apply yet; or empty
  bool indefinite_ = false;      // a stiffness of this step was not positive
  bool fromRest_ = false;        // the next correction starts at u = 0 and gives u itself
  Effort effort_;

  BlockMatrix response_;
  mutable ConjugateGradients responseGradients_;
};

}  // namespace shoal
