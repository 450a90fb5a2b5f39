// Solids that keep their shape, as what deforms meets them.
#pragma once

#include "shoal/bodies/contact/contact_member.h"
#include "shoal/bodies/rigid/rigid_body.h"

namespace shoal {

// Moves as its surface says.
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

// Moves as contact here and the rest of its world will. What the latter does is not known before it
// has done so; it is expected to do what it did in the last advance, but for blows.
class RigidMember final : public Obstacle {
 public:
  RigidMember(RigidBody& solid, const Vec3d& gravity);

  void beginAdvance(double t, double dt) override;
  int accelerate(double h, const Vec3d& gravity) override;
  void move(double h) override;
  void endAdvance() override;
  ContactMesh contactMesh() override;
  bool answersAsAWhole() const override { return true; }
  void push(std::span<const Vec3d> impulses) override;
  void findYields(std::span<const Vec3d> impulses, std::span<double> yields) override;

  void save(StateWriter& state) const;
  void restore(StateReader& state);

 private:
  struct Motion {
    Vec3d v, w;  // m/s and rad/s, or how these change per second
  };

  Motion changeBy(std::span<const Vec3d> impulses) const;
  void learn();
  void accelerateBy(std::span<const Vec3d> forces, double h);
  void showVelocities();
  // Calls visit on all numbers of the state of `self`.
  template <class Self, class Visit>
  static void forEachNumber(Self& self, Visit&& visit);

  RigidBody* rigid_;
  Vec3d gravity_;  // m/s^2
  std::vector<double> inverseMass_;
  Vec3d centre_;                 // m
  Motion start_, now_;           // of the step
  Motion others_;                // per second, what its world does to it
  Motion before_;                // at the last advance's start
  Motion mine_;                  // per second, what contact here did in the last advance
  double duration_ = 0;          // s, of the last advance; 0: there was none
  std::vector<Vec3d> expected_;  // N
};

}  // namespace shoal
