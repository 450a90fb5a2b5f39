// Time stepping of all deformable bodies together, with contact among them and with obstacles.
#pragma once

#include <span>
#include <vector>

#include "shoal/bodies/body_model.h"
#include "shoal/bodies/contact/contact_member.h"
#include "shoal/bodies/contact/surface_contacts.h"

namespace shoal {

// A step of length h is split into
//   1. the velocities v of every member, by its own equations with the predicted forces of contact,
//   2. impulses J of contact that leave x + h v free of penetration (SurfaceContacts), and the
//      velocities v + A J with them, where A is the response of the member,
//   3. the motion x += h v.
// For cloth A is the inverse of the lumped masses. Rigid bodies and those of finite elements
// respond as a whole, with A = (M + h^2 K)^-1: SurfaceContacts then works with a diagonal estimate
// of A, the mobilities, and solveCoupled() iterates between the two.
class ContactGroup {
 public:
  explicit ContactGroup(const Vec3d& gravity) : gravity_(gravity) {}

  // Advances the deformable members of the models from t to t + dt, among their obstacles.
  void advance(std::span<BodyModel* const> models, double t, double dt);

  // To be called when solids were added or removed: cached surfaces are dropped.
  void forgetSurfaces() { surfaces_ = {}; }

  // Sum over the solvers of all members in the last advance.
  int iterations() const { return iterations_; }
  // Number of pairs of features that touched in the last step.
  std::size_t contacts() const { return contacts_; }

 private:
  // A member in a step of contact.
  struct Participant {
    ContactMember* member;
    ContactMesh mesh;
    std::vector<Vec3d> v, force;     // m/s, N, before contact
    std::vector<Vec3d> impulse;      // N s, of contact, besides these forces
    std::vector<Vec3d> pattern;      // N s, an estimate of the total impulses
    std::vector<double> mobilities;  // 1/kg, of each point, see ContactMember
  };

  void listMembers(std::span<BodyModel* const> models);
  int stepsIn(double dt) const;
  void resolveContact(double h);
  bool isAsPredicted(double h) const;
  void solveCoupled(double h);
  static void estimateImpulses(Participant& participant, double h);
  static void adoptSolution(Participant& participant);
  void resolve(double h);
  void removeResidual(double h);

  Vec3d gravity_;  // m/s^2
  std::vector<ContactMember*> members_;
  std::vector<Participant> participants_;
  SurfaceContacts surfaces_;
  int iterations_ = 0;
  std::size_t contacts_ = 0;
};

}  // namespace shoal
