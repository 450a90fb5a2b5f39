// Dynamic rigid bodies as obstacles of the deformable contact solver.
#pragma once

#include "shoal/bodies/contact/obstacle.h"
#include "shoal/bodies/rigid/rigid_body.h"

namespace shoal {

// Within the steps of the contact group the body moves with
//   m dv/dt = f + m a,   I dw/dt = tau + I alpha,
// where f and tau are the forces of contact with deformable bodies. The accelerations a and alpha
// by all else (weight, contacts and joints among rigid bodies, fluid) are known only once
// RigidWorld has advanced the body; they are predicted to be those of the last advance, impacts
// excepted.
class RigidContact final : public Obstacle {
 public:
  RigidContact(RigidBody& solid, const Vec3d& gravity);

  void beginAdvance(double t, double dt) override;
  int accelerate(double h, const Vec3d& gravity) override;
  void move(double h) override;
  void endAdvance() override;
  ContactMesh contactMesh() override;
  bool respondsAsWhole() const override { return true; }
  void applyImpulses(std::span<const Vec3d> impulses) override;
  void findMobilities(std::span<const Vec3d> impulses, std::span<double> mobilities) override;

  void save(StateWriter& state) const override;
  void restore(StateReader& state) override;

 private:
  struct Motion {
    Vec3d v, w;  // m/s and rad/s, or their rates
  };

  Motion changeBy(std::span<const Vec3d> impulses) const;
  void estimateOwnAcceleration();
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
  Motion others_;                // per second, predicted a and alpha
  Motion before_;                // at the start of the last advance
  Motion mine_;                  // per second, by deformable bodies in the last advance
  double duration_ = 0;          // s, of the last advance; 0: there was none
  std::vector<Vec3d> expected_;  // N
};

}  // namespace shoal
