// Finds the velocities with which bodies neither sink into each other nor leave their joints.
#pragma once

#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>

#include "shoal/bodies/contact_pairs.h"
#include "shoal/bodies/rigid_joints.h"

namespace shoal {

// Bullet's solver, with more iterations for joints than for contacts: bodies at the ends of long arms
// need them, and joints are few.
class JointedSolver : public btSequentialImpulseConstraintSolver {
 protected:
  btScalar solveSingleIteration(int iteration, btCollisionObject** bodies, int bodyCount,
                                btPersistentManifold** manifolds, int manifoldCount,
                                btTypedConstraint** constraints, int constraintCount,
                                const btContactSolverInfo& info, btIDebugDraw* drawer) override;
};

class ContactSolver {
 public:
  ContactSolver();

  using Movers = std::vector<std::unique_ptr<ContactBody>>;

  // Shows Bullet where the bodies are.
  void placeBodies(const Movers& movers) const;

  // Changes velocities, and places where bodies overlap; sets ContactBody::touched.
  void solve(const Movers& movers, ContactPairs& pairs, RigidJoints& joints, int iterations,
             double dt);

 private:
  JointedSolver solver_;
  btContactSolverInfo info_;
  std::vector<btCollisionObject*> bodies_;
  std::vector<btPersistentManifold*> manifolds_;
};

}  // namespace shoal
