// Block solver for the constraint equations of one joint, which are stiffly coupled for bodies on
// long arms.
#pragma once

#include <vector>

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <Eigen/Cholesky>

#include "shoal/geometry/mesh/mass_properties.h"

namespace shoal {

// Velocities and inverse inertia of a body in the solver.
struct SolverBody {
  Vec3d v, w;
  Vec3d inverseMass;  // 1/kg, by axis
  Symmetric3 inverseInertia;

  void applyImpulse(const Vec3d& linear, const Vec3d& angular) {  // N s, N m s
    v += Vec3d{inverseMass.x * linear.x, inverseMass.y * linear.y, inverseMass.z * linear.z};
    w += inverseInertia * angular;
  }
};

class JointBlock {
 public:
  static constexpr int kMostRows = 6;

  // Constraint rows of the joint as Bullet builds them,
  // linearA . vA + angularA . wA + linearB . vB + angularB . wB = target,
  // where the target reduces a part of the position error.
  JointBlock(btTypedConstraint& constraint, double dt, std::uint32_t bodyA, std::uint32_t bodyB);

  int rowCount() const { return count_; }
  double impulse[kMostRows] = {};  // N s or N m s, accumulated

  void factorise(const std::vector<SolverBody>& bodies);
  void applyKept(std::vector<SolverBody>& bodies) const;

  // Solves the rows exactly; without bias, with targets of zero.
  void solve(std::vector<SolverBody>& bodies, bool withBias);

 private:
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostRows, kMostRows>;
  using Column = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostRows, 1>;
  struct Row {
    Vec3d linearA, angularA, linearB, angularB;
    double target = 0;  // m/s or rad/s
  };

  void applyImpulse(std::vector<SolverBody>& bodies, const Row& row, double by) const;

  std::uint32_t a_, b_;
  int count_ = 0;
  Row rows_[kMostRows];
  Eigen::LDLT<Matrix> factor_;
};

}  // namespace shoal
