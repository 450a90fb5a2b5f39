#include "shoal/bodies/rigid/joint_block.h"

#include "shoal/bodies/rigid/bullet_convert.h"

namespace shoal {

namespace {

// Error reduction (ERP): fraction of the position error that a step removes.
constexpr double kErrorReduction = 0.2;

// A constraint row in Bullet's layout.
struct BulletRow {
  btVector3 linearA, angularA, linearB, angularB;
  btScalar error, softening, lower, upper;
};

}  // namespace

JointBlock::JointBlock(btTypedConstraint& constraint, double dt, std::uint32_t bodyA,
                       std::uint32_t bodyB)
    : a_(bodyA), b_(bodyB) {
  BulletRow raw[kMostRows] = {};
  btTypedConstraint::btConstraintInfo1 size{};
  constraint.getInfo1(&size);
  btTypedConstraint::btConstraintInfo2 info{};
  info.fps = 1 / dt;
  info.erp = kErrorReduction;
  info.m_damping = 1;
  info.rowskip = sizeof(BulletRow) / sizeof(btScalar);
  info.m_J1linearAxis = &raw[0].linearA[0];
  info.m_J1angularAxis = &raw[0].angularA[0];
  info.m_J2linearAxis = &raw[0].linearB[0];
  info.m_J2angularAxis = &raw[0].angularB[0];
  info.m_constraintError = &raw[0].error;
  info.cfm = &raw[0].softening;
  info.m_lowerLimit = &raw[0].lower;
  info.m_upperLimit = &raw[0].upper;
  constraint.getInfo2(&info);
  count_ = size.m_numConstraintRows;
  for (int i = 0; i < count_; ++i)
    rows_[i] = {fromBullet(raw[i].linearA), fromBullet(raw[i].angularA), fromBullet(raw[i].linearB),
                fromBullet(raw[i].angularB), raw[i].error};
}

void JointBlock::applyImpulse(std::vector<SolverBody>& bodies, const Row& row, double by) const {
  bodies[a_].applyImpulse(by * row.linearA, by * row.angularA);
  bodies[b_].applyImpulse(by * row.linearB, by * row.angularB);
}

void JointBlock::factorise(const std::vector<SolverBody>& bodies) {
  Matrix mobility(count_, count_);
  for (int i = 0; i < count_; ++i) {
    SolverBody a = bodies[a_], b = bodies[b_];  // response to a unit impulse of row i
    a.v = a.w = b.v = b.w = {};
    a.applyImpulse(rows_[i].linearA, rows_[i].angularA);
    b.applyImpulse(rows_[i].linearB, rows_[i].angularB);
    for (int j = 0; j < count_; ++j)
      mobility(j, i) = dot(rows_[j].linearA, a.v) + dot(rows_[j].angularA, a.w) +
                       dot(rows_[j].linearB, b.v) + dot(rows_[j].angularB, b.w);
  }
  // In the plane some rows have no mobility; they are regularised.
  const double least = 1e-12 * mobility.diagonal().maxCoeff();
  for (int i = 0; i < count_; ++i) mobility(i, i) += least;
  factor_.compute(mobility);
}

void JointBlock::applyKept(std::vector<SolverBody>& bodies) const {
  for (int i = 0; i < count_; ++i) applyImpulse(bodies, rows_[i], impulse[i]);
}

void JointBlock::solve(std::vector<SolverBody>& bodies, bool withBias) {
  const SolverBody &a = bodies[a_], &b = bodies[b_];
  Column wrong(count_);
  for (int i = 0; i < count_; ++i) {
    const Row& r = rows_[i];
    wrong[i] = (withBias ? r.target : 0) - (dot(r.linearA, a.v) + dot(r.angularA, a.w) +
                                            dot(r.linearB, b.v) + dot(r.angularB, b.w));
  }
  const Column change = factor_.solve(wrong);
  for (int i = 0; i < count_; ++i) {
    impulse[i] += change[i];
    applyImpulse(bodies, rows_[i], change[i]);
  }
}

}  // namespace shoal
