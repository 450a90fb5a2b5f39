// Block solver for the constraint equations of one joint, which are stiffly coupled for bodies on
// long arms.
#pragma once

#include <optional>
#include <vector>

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <Eigen/Cholesky>

#include "shoal/bodies/rigid/joint_axis.h"
#include "shoal/bodies/rigid/solver_body.h"

namespace shoal {

class JointBlock {
 public:
  static constexpr int kMostRows = 6;

  // Constraint rows of the joint as Bullet builds them,
  // linearA . vA + angularA . wA + linearB . vB + angularB . wB = target,
  // where the target reduces a part of the position error.
  JointBlock(btTypedConstraint& constraint, double dt, std::uint32_t bodyA, std::uint32_t bodyB);

  int rowCount() const { return count_; }
  double impulse[kMostRows] = {};  // N s or N m s, accumulated

  // Before factorise(): the free axis of the joint, with what acts along it.
  void setAxis(const JointDrive& drive, const JointAxis::State& state, double dt);

  void factorise(const std::vector<SolverBody>& bodies);
  void applyKept(std::vector<SolverBody>& bodies) const;

  // The spring along the free axis, and the rebound from its limits of an approach that is faster
  // than `slowest` (m/s or rad/s).
  void applyDrive(std::vector<SolverBody>& bodies, double slowest) const;

  // Solves the rows exactly; without bias, with targets of zero. Then motor and limits of the free
  // axis, with the reaction of the rows to them.
  void solve(std::vector<SolverBody>& bodies, bool withBias);

 private:
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostRows, kMostRows>;
  using Column = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostRows, 1>;
  struct Row {
    Vec3d linearA, angularA, linearB, angularB;
    double target = 0;  // m/s or rad/s
  };

  // A limit of the free axis, approached in the direction of `sign`.
  struct Limit {
    double sign = 0;
    double gap = 0;      // m or rad; negative: beyond it
    double impulse = 0;  // N s or N m s, accumulated
  };
  struct Axis {
    Row row;
    JointDrive drive;
    double position = 0;      // m or rad
    double dt = 0;            // s
    double mobility = 0;      // 1/kg or 1/(kg m^2), with the rows satisfied
    double motorImpulse = 0;  // N s or N m s, accumulated
    std::vector<Limit> limits;
  };

  double speed(const std::vector<SolverBody>& bodies, const Row& row) const;
  void applyImpulse(std::vector<SolverBody>& bodies, const Row& row, double by) const;
  void solveRows(std::vector<SolverBody>& bodies, bool withBias);
  void solveMotor(std::vector<SolverBody>& bodies, bool withBias);
  void solveLimit(std::vector<SolverBody>& bodies, Limit& limit, bool withBias);
  double constrainedMobility(const std::vector<SolverBody>& bodies) const;

  std::uint32_t a_, b_;
  int count_ = 0;
  Row rows_[kMostRows];
  Eigen::LDLT<Matrix> factor_;
  std::optional<Axis> axis_;
};

}  // namespace shoal
