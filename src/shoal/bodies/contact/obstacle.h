// A body that is no deformable member, as an obstacle of the deformable contact solver.
#pragma once

#include "shoal/bodies/body.h"
#include "shoal/bodies/contact/contact_member.h"

namespace shoal {

// Moves with the velocities of its surface, unaffected by contact. The mean contact force of the
// advance is applied through Body::addForces.
class Obstacle : public ContactMember {
 public:
  Obstacle(Body& solid, double friction) : body_(&solid), friction_(friction) {}

  void beginAdvance(double t, double dt) override;
  int accelerate(double h, const Vec3d& gravity) override;
  void move(double h) override;
  void endAdvance() override;
  ContactMesh contactMesh() override;

 protected:
  std::vector<Vec3d> x_, v_, force_;  // m, m/s, N, of the vertices
  std::vector<Vec3d> impulse_;        // N s, in the advance so far
  double dt_ = 0;                     // s, of the advance

 private:
  Body* body_;
  double friction_;
};

}  // namespace shoal
