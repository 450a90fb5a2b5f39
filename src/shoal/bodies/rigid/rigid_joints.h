// Joints between rigid bodies.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>

#include "shoal/bodies/rigid/contact_body.h"
#include "shoal/bodies/rigid/joint_axis.h"
#include "shoal/bodies/rigid/joint_block.h"

namespace shoal {

class RigidJoints {
 public:
  RigidJoints();

  // `b` may be nullptr for the world. Throws an Error if the parameters make no joint.
  void add(const JointParams& params, ContactBody& a, ContactBody* b);

  // Removes all joints of a body.
  void remove(const ContactBody& body);

  // Applies the spring forces of a step of dt.
  void applySprings(double dt);
  double springEnergy() const;  // J

  // All joints but springs at the present poses, with the impulses of the last step as a warm
  // start. The last of the bodies is the static world.
  std::vector<JointBlock> blocks(double dt, const std::vector<SolverBody>& bodies) const;
  void keepForces(const std::vector<JointBlock>& blocks, double dt);
  void markTouched();

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

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

  std::unique_ptr<btRigidBody> anchor_;  // the static world
  struct Joint {
    std::unique_ptr<btTypedConstraint> constraint;
    ContactBody* a = nullptr;
    ContactBody* b = nullptr;       // nullptr: the world
    std::optional<JointAxis> axis;  // along which something acts
  };
  std::vector<Joint> joints_;
  std::vector<double> forces_;  // N or N m, of every row in the last step
  std::vector<Spring> springs_;
};

}  // namespace shoal
