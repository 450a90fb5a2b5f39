// Finds the velocities with which bodies neither sink into each other nor leave their joints.
#pragma once

#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>

#include "shoal/bodies/contact_pairs.h"
#include "shoal/bodies/rigid_joints.h"

namespace shoal {

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
  btSequentialImpulseConstraintSolver solver_;
  btContactSolverInfo info_;
  std::vector<btCollisionObject*> bodies_;
  std::vector<btPersistentManifold*> manifolds_;
};

}  // namespace shoal
