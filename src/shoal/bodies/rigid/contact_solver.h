// Contact and joint impulses between rigid bodies.
#pragma once

#include "shoal/bodies/rigid/contact_lanes.h"
#include "shoal/bodies/rigid/contact_pairs.h"
#include "shoal/bodies/rigid/rigid_joints.h"
#include "shoal/bodies/rigid/touch_schedule.h"

namespace shoal {

// Sequential impulses (projected Gauss-Seidel) with soft constraints [Cat11]. Of a contact with
// normal n, arms r_a, r_b from the centres and gap g (below 0 the bodies overlap):
//   relative velocity   u = v_a + w_a x r_a - v_b - w_b x r_b
//   effective mass      m = 1 / (1/m_a + 1/m_b + (r_a x n) . I_a^-1 (r_a x n) + likewise of b)
//   normal impulse      J <- max(0, J - m c_m (n . u + b) - c_J J)
//   friction            |J_t| <= mu J, against the sliding
// An open contact has b = g / dt, c_m = 1, c_J = 0. An overlap is a spring and damper of frequency
// omega = 2 pi kFrequency / dt and ratio zeta, integrated implicitly:
//   b = g omega / a,  c_m = dt omega a / (1 + dt omega a),  c_J = 1 / (1 + dt omega a),
//   a = 2 zeta + dt omega.
// After the position update, relaxation sweeps without b remove the velocities that were added to
// resolve overlaps, so that short steps with few iterations [MSLTC19] hold high stacks and add no
// energy. Warm start with the forces of the last step, friction included; Bullet's own solver does
// not warm-start friction.
class ContactSolver {
 public:
  using Movers = std::vector<std::unique_ptr<ContactBody>>;

  // Sets up a step of length dt from the present state. Iterations end when they change no velocity
  // by more than `still` (m/s). Joints rebound from their limits if they are faster than
  // `slowestBounce` (m/s). Sets ContactBody::touched of bodies with joints.
  void prepare(const Movers& movers, const ContactPairs& pairs, RigidJoints& joints, double dt,
               double still, double slowestBounce);

  // Velocities for the position update. Sets ContactBody::touched of bodies with contact impulses.
  void solve(const Movers& movers, int iterations);

  // Velocities after the position update. Keeps the forces for the next step.
  void relax(const Movers& movers, RigidJoints& joints, int iterations);

 private:
  struct Point {
    Vec3d armA, armB;        // m, from the centres
    Vec3d axis[3];           // normal, then two tangents
    double impulse[3] = {};  // N s
    double gap = 0;          // m; negative: penetration
    bool apart = false;      // not in contact in this step
    btManifoldPoint* kept = nullptr;
  };
  struct Touch {
    std::uint32_t a = 0, b = 0;        // bodies
    std::uint32_t begin = 0, end = 0;  // points
    double friction = 0;
    bool pushes = false;  // whether any normal impulse is positive
  };
  struct Softness {
    double biasRate = 0, massScale = 1, impulseScale = 0;
  };

  void loadBodies(const Movers& movers);
  void storeBodies(const Movers& movers) const;
  void listTouches(const Movers& movers, const std::vector<Contact>& contacts);
  void planBatches();
  void preparePoints(const Contact& contact, std::size_t touch);
  // Calls visit(touch) for all, in parallel where they share no movable body.
  template <class Visit>
  void forEachTouch(Visit&& visit);
  void warmStart();
  void iterate(int most, bool withBias);
  // Copies what changes of points to the lanes, and impulses back.
  void toLanes();
  void fromLanes();

  double dt_ = 0;
  double still_ = 0;  // m/s
  Softness soft_;
  std::vector<SolverBody> bodies_;  // of the movers, then the static world
  TouchSchedule schedule_;
  std::vector<Touch> touches_;  // in the order of the schedule
  std::vector<Point> points_;
  BatchPlan plan_;
  std::vector<std::uint32_t> groupBatch_;  // first batches of the groups of the schedule, by touch
  std::vector<LanePoint> lanePoints_;
  std::vector<JointBlock> joints_;
};

}  // namespace shoal
