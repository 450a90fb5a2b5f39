#include "shoal/bodies/rigid/contact_solver.h"

#include "shoal/bodies/rigid/bullet_convert.h"

namespace shoal {

namespace {

constexpr double kTwoPi = 6.283185307179586;
constexpr double kFrequency = 0.4;    // of the steps, of the springs that undo overlaps
constexpr double kDampingRatio = 10;  // so strongly damped that nothing swings
constexpr double kFastestPush = 3;    // m/s
constexpr int kFewest = 4;            // iterations
constexpr int kJointSweeps = 4;       // to one of the contacts: chains are long, and joints few

Vec3d times(const Vec3d& a, const Vec3d& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

// Perpendicular to the unit vector n, and the same from step to step while n hardly changes:
// normals are often along an axis, so what it is measured from is not.
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
    s.xx += i * e.x * e.x, s.yy += i * e.y * e.y, s.zz += i * e.z * e.z;
    s.xy += i * e.x * e.y, s.yz += i * e.y * e.z, s.zx += i * e.z * e.x;
  }
  return s;
}

// The velocity of a relative to b where they touch.
template <class Point>
[[gnu::always_inline]] inline Vec3d slip(const SolverBody& a, const SolverBody& b, const Point& p) {
  return a.v + cross(a.w, p.armA) - b.v - cross(b.w, p.armB);
}

template <class Point>
[[gnu::always_inline]] inline void exchange(SolverBody& a, SolverBody& b, const Point& p,
                                            const Vec3d& impulse) {
  a.push(impulse, cross(p.armA, impulse));
  b.push(-impulse, -cross(p.armB, impulse));
}

template <class Point>
double mobilityAlong(const SolverBody& a, const SolverBody& b, const Point& p, const Vec3d& axis) {
  const Vec3d turnA = cross(p.armA, axis), turnB = cross(p.armB, axis);
  return dot(axis, times(a.inverseMass + b.inverseMass, axis)) +
         dot(turnA, a.inverseInertia * turnA) + dot(turnB, b.inverseInertia * turnB);
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
                            double dt, double still) {
  dt_ = dt;
  still_ = still;
  const double omega = kTwoPi * kFrequency / dt;
  const double a1 = 2 * kDampingRatio + dt * omega, a2 = dt * omega * a1, a3 = 1 / (1 + a2);
  soft_ = {omega / a1, a2 * a3, a3};
  for (const auto& mover : movers) mover->touched = false;
  loadBodies(movers);
  touches_.clear();
  points_.clear();
  for (const Contact& contact : pairs.contacts()) preparePoints(contact);
  joints_ = joints.blocks(dt, bodies_);
  joints.markTouched();
}

void ContactSolver::preparePoints(const Contact& contact) {
  Touch touch;
  touch.a = contact.a->number;
  touch.b = contact.b->number;
  touch.begin = static_cast<std::uint32_t>(points_.size());
  touch.friction = contact.friction;
  for (int i = 0; i < contact.manifold->getNumContacts(); ++i) {
    btManifoldPoint& kept = contact.manifold->getContactPoint(i);
    Point p;
    p.kept = &kept;
    p.gap = kept.getDistance();
    // One place for both, so that no angular momentum is lost.
    const Vec3d place = fromBullet(kept.getPositionWorldOnA() + kept.getPositionWorldOnB()) / 2;
    p.armA = place - contact.a->now.x;
    p.armB = place - contact.b->now.x;
    p.axis[0] = fromBullet(kept.m_normalWorldOnB);
    p.axis[1] = tangentOf(p.axis[0]);
    p.axis[2] = cross(p.axis[0], p.axis[1]);
    for (int k = 2; k >= 0; --k) {
      p.mobility = mobilityAlong(bodies_[touch.a], bodies_[touch.b], p, p.axis[k]);
      p.effectiveMass[k] = p.mobility > 0 ? 1 / p.mobility : 0;
    }
    // The same along both tangents, so that friction is against the sliding.
    p.effectiveMass[1] = p.effectiveMass[2] = std::min(p.effectiveMass[1], p.effectiveMass[2]);
    p.impulse[0] = dt_ * kept.m_appliedImpulse;
    p.impulse[1] = dt_ * kept.m_appliedImpulseLateral1;
    p.impulse[2] = dt_ * kept.m_appliedImpulseLateral2;
    points_.push_back(p);
  }
  touch.end = static_cast<std::uint32_t>(points_.size());
  touches_.push_back(touch);
}

void ContactSolver::solve(const Movers& movers, int iterations) {
  if (touches_.empty() && joints_.empty()) return;
  warmStart();
  iterate(iterations, true);
  for (const Touch& touch : touches_)
    for (std::uint32_t i = touch.begin; i < touch.end; ++i) {
      Point& p = points_[i];
      p.gap += dt_ * dot(p.axis[0], slip(bodies_[touch.a], bodies_[touch.b], p));  // after the move
      p.apart = p.gap > 0 && p.impulse[0] == 0;
      if (p.impulse[0] > 0) movers[touch.a]->touched = movers[touch.b]->touched = true;
    }
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
  for (const Touch& touch : touches_)
    for (std::uint32_t i = touch.begin; i < touch.end; ++i) {
      const Point& p = points_[i];
      exchange(bodies_[touch.a], bodies_[touch.b], p,
               p.impulse[0] * p.axis[0] + p.impulse[1] * p.axis[1] + p.impulse[2] * p.axis[2]);
    }
  for (const JointBlock& joint : joints_) joint.applyKept(bodies_);
}

// Back and forth, so that weight travels through a stack either way. What rests is done at once;
// only impacts need all iterations.
void ContactSolver::iterate(int most, bool withBias) {
  for (int i = 0; i < most; ++i) {
    largestChange_ = 0;
    for (int j = 0; j < kJointSweeps; ++j)
      for (JointBlock& joint : joints_) joint.solve(bodies_, withBias);
    if (i % 2 == 0)
      for (const Touch& touch : touches_) solveTouch(touch, withBias);
    else
      for (auto touch = touches_.rbegin(); touch != touches_.rend(); ++touch)
        solveTouch(*touch, withBias);
    if (i + 1 >= kFewest && largestChange_ < still_) return;
  }
}

void ContactSolver::solveTouch(const Touch& touch, bool withBias) {
  SolverBody a = bodies_[touch.a], b = bodies_[touch.b];  // copies stay in registers
  const std::span points(points_.data() + touch.begin, touch.end - touch.begin);
  for (Point& p : points) {  // friction, within Coulomb's cone
    const Vec3d v = slip(a, b, p);
    double r1 = p.impulse[1] - p.effectiveMass[1] * dot(p.axis[1], v);
    double r2 = p.impulse[2] - p.effectiveMass[2] * dot(p.axis[2], v);
    const double most = touch.friction * p.impulse[0], rubbed2 = r1 * r1 + r2 * r2;
    if (rubbed2 > most * most) {
      const double scale = most / std::sqrt(rubbed2);
      r1 *= scale, r2 *= scale;
    }
    exchange(a, b, p, (r1 - p.impulse[1]) * p.axis[1] + (r2 - p.impulse[2]) * p.axis[2]);
    p.impulse[1] = r1, p.impulse[2] = r2;
  }
  for (Point& p : points) {
    if (!withBias && p.apart) continue;  // the next step sees to it
    double bias = 0, massScale = 1, impulseScale = 0;
    if (p.gap > 0)
      bias = p.gap / dt_;  // may close within the step
    else if (withBias) {
      bias = std::max(soft_.biasRate * p.gap, -kFastestPush);
      massScale = soft_.massScale, impulseScale = soft_.impulseScale;
    }
    const double change = -p.effectiveMass[0] * massScale * (dot(p.axis[0], slip(a, b, p)) + bias) -
                          impulseScale * p.impulse[0];
    const double pushed = std::max(0.0, p.impulse[0] + change), more = pushed - p.impulse[0];
    exchange(a, b, p, more * p.axis[0]);
    p.impulse[0] = pushed;
    largestChange_ = std::max(largestChange_, std::abs(more) * p.mobility);
  }
  bodies_[touch.a].v = a.v, bodies_[touch.a].w = a.w;
  bodies_[touch.b].v = b.v, bodies_[touch.b].w = b.w;
}

}  // namespace shoal
