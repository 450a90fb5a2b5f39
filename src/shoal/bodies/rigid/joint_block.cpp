#include "shoal/bodies/rigid/joint_block.h"

#include <algorithm>

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
  if (axis_) axis_->mobility = constrainedMobility(bodies);
}

void JointBlock::applyKept(std::vector<SolverBody>& bodies) const {
  for (int i = 0; i < count_; ++i) applyImpulse(bodies, rows_[i], impulse[i]);
}

double JointBlock::speed(const std::vector<SolverBody>& bodies, const Row& row) const {
  const SolverBody &a = bodies[a_], &b = bodies[b_];
  return dot(row.linearA, a.v) + dot(row.angularA, a.w) + dot(row.linearB, b.v) +
         dot(row.angularB, b.w);
}

void JointBlock::solveRows(std::vector<SolverBody>& bodies, bool withBias) {
  Column wrong(count_);
  for (int i = 0; i < count_; ++i)
    wrong[i] = (withBias ? rows_[i].target : 0) - speed(bodies, rows_[i]);
  const Column change = factor_.solve(wrong);
  for (int i = 0; i < count_; ++i) {
    impulse[i] += change[i];
    applyImpulse(bodies, rows_[i], change[i]);
  }
}

void JointBlock::solve(std::vector<SolverBody>& bodies, bool withBias) {
  solveRows(bodies, withBias);
  if (!axis_) return;
  if (axis_->drive.motorForce > 0) solveMotor(bodies, withBias);
  for (Limit& limit : axis_->limits) solveLimit(bodies, limit, withBias);
}

void JointBlock::setAxis(const JointDrive& drive, const JointAxis::State& state, double dt) {
  axis_.emplace();
  axis_->row = {state.linear, state.angularA, -state.linear, -state.angularB};
  axis_->drive = drive;
  axis_->position = state.position;
  axis_->dt = dt;
  if (!drive.limits) return;
  const auto [low, high] = *drive.limits;
  axis_->limits = {{-1, state.position - low}, {1, high - state.position}};
}

// Change of the speed along the free axis by a unit impulse along it and the reaction of the rows.
double JointBlock::constrainedMobility(const std::vector<SolverBody>& bodies) const {
  std::vector<SolverBody> pair{bodies[a_], bodies[b_]};
  for (SolverBody& body : pair) body.v = body.w = {};
  JointBlock alone = *this;
  alone.a_ = 0, alone.b_ = 1;
  alone.applyImpulse(pair, axis_->row, 1);
  alone.solveRows(pair, false);
  return alone.speed(pair, axis_->row);
}

// Spring: semi-implicit, as RigidJoints::applySprings().
void JointBlock::applyDrive(std::vector<SolverBody>& bodies, double slowest) const {
  if (!axis_ || !(axis_->mobility > 0)) return;
  const JointDrive& drive = axis_->drive;
  const double dt = axis_->dt;
  const double force =
      drive.stiffness * (axis_->position - drive.rest) + drive.damping * speed(bodies, axis_->row);
  const double softening = 1 + axis_->mobility * dt * (drive.stiffness * dt / 4 + drive.damping);
  applyImpulse(bodies, axis_->row, -dt * force / softening);
  for (const Limit& limit : axis_->limits) {
    const double approach = limit.sign * speed(bodies, axis_->row);
    if (drive.restitution == 0 || approach <= slowest || limit.gap > approach * dt) continue;
    const double change = (1 + drive.restitution) * approach / axis_->mobility;
    applyImpulse(bodies, axis_->row, -limit.sign * change);
  }
}

void JointBlock::solveMotor(std::vector<SolverBody>& bodies, bool withBias) {
  if (!(axis_->mobility > 0)) return;
  const double most = axis_->drive.motorForce * axis_->dt, before = axis_->motorImpulse;
  const double wanted = (axis_->drive.motorSpeed - speed(bodies, axis_->row)) / axis_->mobility;
  axis_->motorImpulse = std::clamp(before + wanted, -most, most);
  applyImpulse(bodies, axis_->row, axis_->motorImpulse - before);
  solveRows(bodies, withBias);
}

// A gap may close within the step; what is beyond the limit is brought back by parts.
void JointBlock::solveLimit(std::vector<SolverBody>& bodies, Limit& limit, bool withBias) {
  if (!(axis_->mobility > 0) || (!withBias && limit.gap > 0 && limit.impulse == 0)) return;
  double fastest = 0;  // speed towards the limit
  if (withBias) fastest = (limit.gap > 0 ? 1 : kErrorReduction) * limit.gap / axis_->dt;
  const double before = limit.impulse;
  const double over = limit.sign * speed(bodies, axis_->row) - fastest;
  limit.impulse = std::max(0.0, before + over / axis_->mobility);
  if (limit.impulse == before) return;
  applyImpulse(bodies, axis_->row, -limit.sign * (limit.impulse - before));
  solveRows(bodies, withBias);
}

}  // namespace shoal
