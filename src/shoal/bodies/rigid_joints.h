// What holds rigid bodies together.
#pragma once

#include <memory>
#include <vector>

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>

#include "shoal/bodies/contact_body.h"

namespace shoal {

class RigidJoints {
 public:
  RigidJoints();

  // `b` may be nullptr for the world. Throws an Error if the parameters make no joint.
  void add(const JointParams& params, ContactBody& a, ContactBody* b);

  // Pulls at the bodies that springs hold, for a step of dt.
  void applySprings(double dt);
  double springEnergy() const;  // J

  // Joints that Bullet solves.
  std::vector<btTypedConstraint*>& constraints() { return constraints_; }
  void markTouched();

 private:
  struct Spring {
    ContactBody* a;
    ContactBody* b;     // nullptr: the world
    Vec3d endA, endB;   // m, in the frames of the bodies
    double stiffness;   // N/m
    double damping;     // N s/m
    double restLength;  // m
  };
  struct Stretch;
  static Stretch stretchOf(const Spring& spring);
  void addSpring(const JointParams& params, ContactBody& a, ContactBody* b);

  std::unique_ptr<btRigidBody> anchor_;  // stands for the world
  std::vector<std::unique_ptr<btTypedConstraint>> owned_;
  std::vector<btTypedConstraint*> constraints_;
  std::vector<ContactBody*> jointed_;
  std::vector<Spring> springs_;
};

}  // namespace shoal
