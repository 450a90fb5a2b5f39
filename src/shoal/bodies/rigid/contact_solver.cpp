#include "shoal/bodies/rigid/contact_solver.h"

#include "shoal/bodies/rigid/bullet_convert.h"

namespace shoal {

namespace {

constexpr double kTwoPi = 6.283185307179586;
// Frequency of the contact springs, in oscillations per step: above 1/2 a step cannot resolve them,
// and low ones let stacks sink.
constexpr double kFrequency = 0.4;
constexpr double kDampingRatio = 10;    // of these springs; overdamped, to avoid bouncing
constexpr double kFastestRecovery = 3;  // m/s, upper bound of the speed that resolves penetration
constexpr int kFewest = 4;              // minimum of iterations, before their change counts
constexpr std::size_t kTouches = 128;   // per task
constexpr int kJointSweeps = 4;         // per contact sweep: chains are long, and joints are few

// Tangent to the unit vector n; it varies little while n does. Normals are often along an axis, so
// the reference direction is not.
Vec3d tangentOf(const Vec3d& n) {
  const Vec3d across = cross(n, {0.36, 0.48, 0.8});
  return normalised(dot(across, across) > 0.01 ? across : cross(n, {0.8, -0.36, 0.48}));
}

// R diag(1/moments) R^T; about z alone in the plane.
Symmetric3 inverseInertiaOf(const ContactBody& body) {
  if (!body.pushable()) return {};
  const Quaternion& q = body.now.q;
  const Vec3d& m = body.body->matter().moments;
  if (body.planar) return {0, 0, 1 / m.z, 0, 0, 0};
  Symmetric3 s;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Vec3d unit;
    unit[axis] = 1;
    const Vec3d e = rotate(q, unit);
    const double i = 1 / m[axis];
    s += weightedSquare(i, e);
  }
  return s;
}

// Relative velocity of a and b at the contact point.
template <class Point>
[[gnu::always_inline]] inline Vec3d slip(const SolverBody& a, const SolverBody& b, const Point& p) {
  return a.v + cross(a.w, p.armA) - b.v - cross(b.w, p.armB);
}

template <class Point>
[[gnu::always_inline]] inline void exchange(SolverBody& a, SolverBody& b, const Point& p,
                                            const Vec3d& impulse) {
  a.applyImpulse(impulse, cross(p.armA, impulse));
  b.applyImpulse(-impulse, -cross(p.armB, impulse));
}

template <class Work>
void forEachTouchOf(std::size_t touches, Work&& work) {
  parallelChunks(
      touches,
      [&](Range r, std::size_t) {
        for (std::size_t n = r.begin; n < r.end; ++n) work(n);
      },
      kTouches);
}

// Static and kinematic bodies are shared by many contacts and must not be written.
void keep(const SolverBody& found, SolverBody& body) {
  if (body.inverseMass == Vec3d{}) return;
  body.v = found.v;
  body.w = found.w;
}

}  // namespace

void ContactSolver::loadBodies(const Movers& movers) {
  bodies_.resize(movers.size() + 1);
  bodies_.back() = {};
  for (std::size_t i = 0; i < movers.size(); ++i) {
    const ContactBody& body = *movers[i];
    const double im = body.inverseMass;
    bodies_[i] = {body.now.v, body.now.w, {im, im, body.planar ? 0 : im}, inverseInertiaOf(body)};
  }
}

void ContactSolver::storeBodies(const Movers& movers) const {
  for (std::size_t i = 0; i < movers.size(); ++i) {
    if (!movers[i]->pushable()) continue;
    movers[i]->now.v = bodies_[i].v;
    movers[i]->now.w = bodies_[i].w;
  }
}

void ContactSolver::prepare(const Movers& movers, const ContactPairs& pairs, RigidJoints& joints,
                            double dt, double still, double slowestBounce) {
  dt_ = dt;
  still_ = still;
  const double omega = kTwoPi * kFrequency / dt;
  const double a1 = 2 * kDampingRatio + dt * omega, a2 = dt * omega * a1, a3 = 1 / (1 + a2);
  soft_ = {omega / a1, a2 * a3, a3};
  for (const auto& mover : movers) mover->touched = false;
  loadBodies(movers);
  listTouches(movers, pairs.contacts());
  parallelChunks(
      touches_.size(),
      [&](Range r, std::size_t) {
        for (std::size_t n = r.begin; n < r.end; ++n)
          preparePoints(pairs.contacts()[schedule_.order()[n]], n);
      },
      kTouches);
  parallelChunks(
      plan_.batches().size(),
      [&](Range r, std::size_t) {
        for (std::size_t n = r.begin; n < r.end; ++n)
          prepareBatch(plan_.batches()[n], lanePoints_, bodies_);
      },
      kTouches / kArrayLanes);
  joints_ = joints.blocks(dt, bodies_);
  for (const JointBlock& joint : joints_) joint.applyDrive(bodies_, slowestBounce);
  joints.markTouched();
}

void ContactSolver::listTouches(const Movers& movers, const std::vector<Contact>& contacts) {
  std::vector<TouchSchedule::Touch> pairs;
  pairs.reserve(contacts.size());
  for (const Contact& contact : contacts) pairs.push_back({contact.a->number, contact.b->number});
  std::vector<TouchSchedule::Site> sites;
  for (const auto& mover : movers) sites.push_back({mover->now.x, mover->pushable()});
  schedule_.plan(pairs, sites);
  touches_.clear();
  std::uint32_t points = 0;
  for (const std::uint32_t n : schedule_.order()) {
    const auto count = static_cast<std::uint32_t>(contacts[n].manifold->getNumContacts());
    touches_.push_back(
        {pairs[n].a, pairs[n].b, points, points + count, contacts[n].friction, false});
    points += count;
  }
  points_.resize(points);
  planBatches();
}

void ContactSolver::planBatches() {
  plan_.clear(bodies_.size());
  groupBatch_.resize(touches_.size() + 1);
  std::vector<BatchPlan::Touch> group;
  std::size_t begin = 0;
  const auto endGroup = [&](std::size_t end) {
    groupBatch_[begin] = static_cast<std::uint32_t>(plan_.batches().size());
    group.clear();
    for (std::size_t n = begin; n < end; ++n) {
      const Touch& touch = touches_[n];
      group.push_back({touch.a, touch.b, touch.end - touch.begin});
    }
    plan_.add(group, bodies_);
    begin = end;
  };
  for (std::size_t phase = 0; phase < schedule_.phases(); ++phase)
    for (const std::size_t start : schedule_.startsOf(phase))
      if (start > begin) endGroup(start);
  endGroup(touches_.size());
  groupBatch_.back() = static_cast<std::uint32_t>(plan_.batches().size());
  plan_.placePoints(static_cast<std::uint32_t>(bodies_.size() - 1));
  lanePoints_.resize(plan_.pointCount());
  parallelFor(lanePoints_.size(), [&](std::size_t i) { lanePoints_[i] = {}; });
}

template <class Visit>
void ContactSolver::forEachTouch(Visit&& visit) {
  schedule_.forEachGroup(false, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) visit(touches_[n]);
    return 0.0;
  });
}

void ContactSolver::preparePoints(const Contact& contact, std::size_t n) {
  const Touch& touch = touches_[n];
  const auto [number, lane] = plan_.slots()[n];
  ContactBatch& batch = plan_.batches()[number];
  batch.friction.of[lane] = touch.friction;
  for (std::uint32_t i = touch.begin; i < touch.end; ++i) {
    btManifoldPoint& kept = contact.manifold->getContactPoint(static_cast<int>(i - touch.begin));
    Point& p = points_[i];
    p = {};
    p.kept = &kept;
    p.gap = kept.getDistance();
    // A common point for both bodies conserves angular momentum.
    const Vec3d place = fromBullet(kept.getPositionWorldOnA() + kept.getPositionWorldOnB()) / 2;
    p.armA = place - contact.a->now.x;
    p.armB = place - contact.b->now.x;
    p.axis[0] = fromBullet(kept.m_normalWorldOnB);
    p.axis[1] = tangentOf(p.axis[0]);
    p.axis[2] = cross(p.axis[0], p.axis[1]);
    p.impulse[0] = dt_ * kept.m_appliedImpulse;
    p.impulse[1] = dt_ * kept.m_appliedImpulseLateral1;
    p.impulse[2] = dt_ * kept.m_appliedImpulseLateral2;

    LanePoint& to = lanePoints_[batch.firstPoint + (i - touch.begin)];
    const auto put = [lane = lane](LaneArray(&all)[3], const Vec3d& value) {
      for (std::size_t k = 0; k < 3; ++k) all[k].of[lane] = value[k];
    };
    put(to.armA, p.armA);
    put(to.armB, p.armB);
    put(to.normal, p.axis[0]);
    put(to.tangent, p.axis[1]);
  }
}

void ContactSolver::toLanes() {
  forEachTouchOf(touches_.size(), [&](std::size_t n) {
    const auto [number, lane] = plan_.slots()[n];
    LanePoint* to = &lanePoints_[plan_.batches()[number].firstPoint];
    for (std::uint32_t i = touches_[n].begin; i < touches_[n].end; ++i, ++to) {
      for (std::size_t k = 0; k < 3; ++k) to->impulse[k].of[lane] = points_[i].impulse[k];
      to->gap.of[lane] = points_[i].gap;
      to->apart.of[lane] = points_[i].apart ? 1 : 0;
    }
  });
}

void ContactSolver::fromLanes() {
  forEachTouchOf(touches_.size(), [&](std::size_t n) {
    const auto [number, lane] = plan_.slots()[n];
    const LanePoint* from = &lanePoints_[plan_.batches()[number].firstPoint];
    for (std::uint32_t i = touches_[n].begin; i < touches_[n].end; ++i, ++from)
      for (std::size_t k = 0; k < 3; ++k) points_[i].impulse[k] = from->impulse[k].of[lane];
  });
}

void ContactSolver::solve(const Movers& movers, int iterations) {
  if (touches_.empty() && joints_.empty()) return;
  warmStart();
  iterate(iterations, true);
  forEachTouch([&](Touch& touch) {
    for (std::uint32_t i = touch.begin; i < touch.end; ++i) {
      Point& p = points_[i];
      p.gap += dt_ * dot(p.axis[0],
                         slip(bodies_[touch.a], bodies_[touch.b], p));  // after the position update
      p.apart = p.gap > 0 && p.impulse[0] == 0;
      touch.pushes |= p.impulse[0] > 0;
    }
  });
  for (const Touch& touch : touches_)
    if (touch.pushes) movers[touch.a]->touched = movers[touch.b]->touched = true;
  storeBodies(movers);
}

void ContactSolver::relax(const Movers& movers, RigidJoints& joints, int iterations) {
  if (touches_.empty() && joints_.empty()) return;
  for (std::size_t i = 0; i < movers.size(); ++i) {
    bodies_[i].v = movers[i]->now.v;
    bodies_[i].w = movers[i]->now.w;
  }
  iterate(iterations, false);
  for (const Point& p : points_) {
    p.kept->m_appliedImpulse = p.impulse[0] / dt_;
    p.kept->m_appliedImpulseLateral1 = p.impulse[1] / dt_;
    p.kept->m_appliedImpulseLateral2 = p.impulse[2] / dt_;
  }
  joints.keepForces(joints_, dt_);
  storeBodies(movers);
}

void ContactSolver::warmStart() {
  forEachTouch([&](const Touch& touch) {
    SolverBody a = bodies_[touch.a], b = bodies_[touch.b];
    for (std::uint32_t i = touch.begin; i < touch.end; ++i) {
      const Point& p = points_[i];
      exchange(a, b, p,
               p.impulse[0] * p.axis[0] + p.impulse[1] * p.axis[1] + p.impulse[2] * p.axis[2]);
    }
    keep(a, bodies_[touch.a]);
    keep(b, bodies_[touch.b]);
  });
  for (const JointBlock& joint : joints_) joint.applyKept(bodies_);
}

// Alternates the direction of the sweeps, so that load propagates through a stack both ways.
// Resting contacts converge at once; only impacts need all iterations.
void ContactSolver::iterate(int most, bool withBias) {
  const ContactSweep sweep{.dt = dt_,
                           .biasRate = soft_.biasRate,
                           .massScale = soft_.massScale,
                           .impulseScale = soft_.impulseScale,
                           .fastestRecovery = kFastestRecovery,
                           .withBias = withBias};
  toLanes();
  for (int i = 0; i < most; ++i) {
    for (int j = 0; j < kJointSweeps; ++j)
      for (JointBlock& joint : joints_) joint.solve(bodies_, withBias);
    const bool back = i % 2 == 1;
    const double largest = schedule_.forEachGroup(back, [&](std::size_t begin, std::size_t end) {
      const std::uint32_t first = groupBatch_[begin], last = groupBatch_[end];
      double change = 0;
      for (std::uint32_t n = first; n < last; ++n) {
        const ContactBatch& batch = plan_.batches()[back ? first + last - 1 - n : n];
        change = std::max(change, solveBatch(batch, sweep, lanePoints_, bodies_));
      }
      return change;
    });
    if (i + 1 >= kFewest && largest < still_) break;
  }
  fromLanes();
}

}  // namespace shoal
