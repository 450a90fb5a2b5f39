// Finds the velocities with which bodies neither sink into each other nor leave their joints.
#pragma once

#include "shoal/bodies/rigid/contact_pairs.h"
#include "shoal/bodies/rigid/rigid_joints.h"
#include "shoal/bodies/rigid/touch_schedule.h"

namespace shoal {

// Sequential impulses that begin with those of the last step, as forces, friction included.
// Overlaps are pushed out by soft constraints [Cat11] in the velocities that move the bodies; a
// relaxation after the move takes what was only added for that out again, so that short steps with
// few iterations [MSLTC19] hold high stacks and add no energy. Bullet's own solver forgets friction
// from step to step.
class ContactSolver {
 public:
  using Movers = std::vector<std::unique_ptr<ContactBody>>;

  // For a step of dt from the present state. Iterations end when they change no velocity by more
  // than `still` (m/s). Sets ContactBody::touched of bodies with joints.
  void prepare(const Movers& movers, const ContactPairs& pairs, RigidJoints& joints, double dt,
               double still);

  // Velocities to move the bodies with. Sets ContactBody::touched of what is pushed.
  void solve(const Movers& movers, int iterations);

  // Velocities after the move. Keeps the forces for the next step.
  void relax(const Movers& movers, RigidJoints& joints, int iterations);

 private:
  struct Point {
    Vec3d armA, armB;              // m, from the centres
    Vec3d axis[3];                 // normal, then two tangents
    Vec3d turnA, turnB;            // m, arms across the normal
    Vec3d spinA, spinB;            // 1/(kg m), what an impulse along the normal adds to the spins
    double effectiveMass[3] = {};  // kg
    double impulse[3] = {};        // N s
    double mobility = 0;           // 1/kg, along the normal
    double gap = 0;                // m; below 0 they overlap
    bool apart = false;            // did not touch in this step
    btManifoldPoint* kept = nullptr;
  };
  struct Touch {
    std::uint32_t a = 0, b = 0;        // bodies
    std::uint32_t begin = 0, end = 0;  // points
    double friction = 0;
    bool pushes = false;
  };
  struct Softness {
    double biasRate = 0, massScale = 1, impulseScale = 0;
  };

  void loadBodies(const Movers& movers);
  void storeBodies(const Movers& movers) const;
  void listTouches(const Movers& movers, const std::vector<Contact>& contacts);
  void preparePoints(const Contact& contact, const Touch& touch);
  // Calls visit(touch) for all, in an order in which bodies are not shared at any time.
  template <class Visit>
  void forEachTouch(Visit&& visit);
  void warmStart();
  void iterate(int most, bool withBias);
  // Returns by how much it changed an approach at most, m/s.
  double solveTouch(const Touch& touch, bool withBias);

  double dt_ = 0;
  double still_ = 0;  // m/s
  Softness soft_;
  std::vector<SolverBody> bodies_;  // those of the movers, then the world
  TouchSchedule schedule_;
  std::vector<Touch> touches_;  // in its order
  std::vector<Point> points_;
  std::vector<JointBlock> joints_;
};

}  // namespace shoal
