#include "shoal/bodies/contact_solver.h"

#include "shoal/bodies/bullet_convert.h"

namespace shoal {

namespace {

constexpr double kShallow = 0.02;  // of the smallest inner radius

double smallestRadius(const ContactSolver::Movers& movers) {
  double least = BT_LARGE_FLOAT;
  for (const auto& mover : movers)
    if (mover->pushable()) least = std::min(least, mover->shape.innerRadius);
  return least;
}

}  // namespace

btScalar JointedSolver::solveSingleIteration(int iteration, btCollisionObject** bodies,
                                             int bodyCount, btPersistentManifold** manifolds,
                                             int manifoldCount, btTypedConstraint** constraints,
                                             int constraintCount, const btContactSolverInfo& info,
                                             btIDebugDraw* drawer) {
  constexpr int kMost = 50;
  constexpr double kStill = 1e-9;  // m/s
  double fastest = 1;
  for (int i = 0; i < kMost && fastest > kStill; ++i) {
    fastest = 0;
    for (int row = 0; row < m_tmpSolverNonContactConstraintPool.size(); ++row) {
      const btSolverConstraint& c = m_tmpSolverNonContactConstraintPool[row];
      const double change = resolveSingleConstraintRowGeneric(
          m_tmpSolverBodyPool[c.m_solverBodyIdA], m_tmpSolverBodyPool[c.m_solverBodyIdB], c);
      fastest = std::max(fastest, std::abs(change));
    }
  }
  return btSequentialImpulseConstraintSolver::solveSingleIteration(
      iteration, bodies, bodyCount, manifolds, manifoldCount, constraints, constraintCount, info,
      drawer);
}

ContactSolver::ContactSolver() {
  info_.m_solverMode = SOLVER_USE_WARMSTARTING | SOLVER_USE_2_FRICTION_DIRECTIONS;
  info_.m_splitImpulse = 1;
  info_.m_erp2 = 0.1;                                // with more, stacks rock
  info_.m_leastSquaresResidualThreshold = sq(1e-5);  // (m/s)^2
}

void ContactSolver::placeBodies(const Movers& movers) const {
  for (const auto& mover : movers) {
    mover->bullet->setWorldTransform(toBullet(Pose{mover->now.x, mover->now.q}));
    mover->bullet->updateInertiaTensor();
  }
}

void ContactSolver::solve(const Movers& movers, ContactPairs& pairs, RigidJoints& joints,
                          int iterations, double dt) {
  for (const auto& mover : movers) mover->touched = false;
  if (pairs.contacts().empty() && joints.constraints().empty()) return;

  bodies_.clear();
  manifolds_.clear();
  for (const auto& mover : movers) {
    mover->bullet->setLinearVelocity(toBullet(mover->now.v));
    mover->bullet->setAngularVelocity(toBullet(mover->now.w));
    if (mover->pushable()) bodies_.push_back(mover->bullet.get());
  }
  for (const Contact& contact : pairs.contacts()) manifolds_.push_back(contact.manifold);
  // Deep overlaps are undone by moving bodies, which gives them no speed. Shallow ones are pushed
  // apart: under boxes that were only moved, stacks lean further and further.
  info_.m_splitImpulsePenetrationThreshold = -kShallow * smallestRadius(movers);
  info_.m_timeStep = dt;
  info_.m_numIterations = iterations;
  auto& constraints = joints.constraints();
  solver_.solveGroup(bodies_.data(), static_cast<int>(bodies_.size()), manifolds_.data(),
                     static_cast<int>(manifolds_.size()), constraints.data(),
                     static_cast<int>(constraints.size()), info_, nullptr, &pairs.dispatcher());

  joints.markTouched();
  for (const Contact& contact : pairs.contacts())
    for (int i = 0; i < contact.manifold->getNumContacts(); ++i)
      if (contact.manifold->getContactPoint(i).getAppliedImpulse() > 0)
        contact.a->touched = contact.b->touched = true;

  for (const auto& mover : movers) {
    if (!mover->pushable() || !mover->touched) continue;
    RigidState& s = mover->now;
    s.v = fromBullet(mover->bullet->getLinearVelocity());
    s.w = fromBullet(mover->bullet->getAngularVelocity());
    const btTransform& moved = mover->bullet->getWorldTransform();
    s.x = fromBullet(moved.getOrigin());
    // A rotation that was not changed keeps its bits.
    if (!(moved.getBasis() == btMatrix3x3(toBullet(s.q))))
      s.q = normalised(fromBullet(moved.getRotation()));
  }
}

}  // namespace shoal
