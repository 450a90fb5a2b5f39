// Advances what deforms together with what it touches.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "shoal/bodies/contact/contact_member.h"
#include "shoal/bodies/contact/surface_contacts.h"
#include "shoal/bodies/rigid/rigid_body.h"

namespace shoal {

class RigidMember;

// Each step solves every member's own equations with the forces that contact is expected to do,
// then finds what contact has to do, then moves all. Bodies of finite elements and rigid bodies
// answer a push at one place as a whole: see answer().
class ContactGroup {
 public:
  explicit ContactGroup(const Vec3d& gravity);
  ~ContactGroup();

  // A solid that members may not pass, which moves as its surface says and feels what they do to it
  // in its own next advance.
  void addObstacle(Body& body, double friction);
  // The same for one that gives way already in the steps in between.
  void addRigid(RigidBody& body);

  // From t to t + dt.
  void advance(std::span<ContactSource* const> sources, double t, double dt);

  // Of the solvers of all members in the last advance.
  int iterations() const { return iterations_; }
  // Pairs of features that touched in the last step.
  std::size_t contacts() const { return contacts_; }

  // What rigid bodies expect.
  void save(StateWriter& state) const;
  void restore(StateReader& state);

 private:
  // A member in a step.
  struct Party {
    ContactMember* member;
    ContactMesh mesh;
    std::vector<Vec3d> v, force;  // m/s, N, as they were before contact
    std::vector<Vec3d> impulse;   // N s, that it needs beyond these forces
    std::vector<Vec3d> pattern;   // N s, about what it needs
    std::vector<double> yields;   // 1/kg, of each point as a part of the whole
  };

  void listMembers(std::span<ContactSource* const> sources);
  int stepsIn(double dt) const;
  void touch(double h);
  bool isAsExpected(double h) const;
  void answer(double h);
  static void findPattern(Party& party, double h);
  static void accept(Party& party);
  void resolve(double h);
  void finish(double h);

  Vec3d gravity_;  // m/s^2
  std::vector<std::unique_ptr<ContactMember>> around_;
  std::vector<RigidMember*> rigid_;  // of those around
  std::vector<ContactMember*> members_;
  std::vector<Party> parties_;
  SurfaceContacts surfaces_;
  int iterations_ = 0;
  std::size_t contacts_ = 0;
};

}  // namespace shoal
