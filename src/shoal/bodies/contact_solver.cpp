#include "shoal/bodies/contact_solver.h"

#include "shoal/bodies/bullet_convert.h"

namespace shoal {

ContactSolver::ContactSolver() {
  info_.m_solverMode = SOLVER_USE_WARMSTARTING | SOLVER_USE_2_FRICTION_DIRECTIONS;
  // Overlaps are undone by moving bodies, at any depth, and never give them speed.
  info_.m_splitImpulse = 1;
  info_.m_splitImpulsePenetrationThreshold = BT_LARGE_FLOAT;
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
