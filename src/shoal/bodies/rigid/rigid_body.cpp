#include "shoal/bodies/rigid/rigid_body.h"

namespace shoal {

namespace {

// Calls visit on every number of a state.
template <class State, class Visit>
void forEachNumber(State& s, Visit&& visit) {
  for (auto* vector : {&s.x, &s.v, &s.w}) {
    visit(vector->x);
    visit(vector->y);
    visit(vector->z);
  }
  for (auto* number : {&s.q.w, &s.q.x, &s.q.y, &s.q.z}) visit(*number);
}

}  // namespace

RigidBody::RigidBody(std::string bodyName, TriangleMesh surface, const RigidMatter& matter,
                     const Pose& start)
    : Body(std::move(bodyName)), matter_(matter), local_(std::move(surface.vertices)) {
  const Pose toLocal = inverse(matter_.frame);
  for (Vec3d& p : local_) p = toLocal(p);
  const Pose centre = start * matter_.frame;
  state_.x = centre.position;
  state_.q = normalised(centre.rotation);
  toPrincipal_ = inverse(Pose{state_.x, state_.q});
  surface_.triangles = std::move(surface.triangles);
  surface_.x.resize(local_.size());
  surface_.v.resize(local_.size());
}

const BodySurface& RigidBody::surface() const {
  if (!surfaceIsOld_) return surface_;
  for (std::size_t i = 0; i < local_.size(); ++i) {
    const Vec3d arm = rotate(state_.q, local_[i]);
    surface_.x[i] = state_.x + arm;
    surface_.v[i] = state_.v + cross(state_.w, arm);
  }
  surfaceIsOld_ = false;
  return surface_;
}

RenderedSurface RigidBody::rendered() const {
  if (!skin_) return Body::rendered();
  RenderedSurface shown{*skin_, {}, {}};
  move(shown.mesh, pose());
  for (const Vec3d& x : shown.mesh.vertices) shown.v.push_back(velocityAt(x));
  return shown;
}

std::optional<MaterialPoint> RigidBody::materialPoint(const Vec3d& rest) const {
  return MaterialPoint{rest};
}

PointMotion RigidBody::motionOf(const MaterialPoint& point) const {
  const Vec3d arm = rotate(state_.q, toPrincipal_(point.rest));
  return {state_.x + arm, state_.v + cross(state_.w, arm)};
}

// The pose of the frame of the shape is kept: the centre of mass in it may be another.
void RigidBody::takeOver(const Body& earlier) {
  const RigidBody* other = earlier.asRigid();
  if (!other) fail("it was no rigid body");
  const Pose centre = other->pose() * matter_.frame;
  setState({centre.position, normalised(centre.rotation), other->velocityAt(centre.position),
            other->spin()});
}

void RigidBody::addForces(std::span<const Vec3d> onVertices) {
  if (onVertices.size() != local_.size())
    fail("solid \"{}\" has {} vertices but was given {} forces", name(), local_.size(),
         onVertices.size());
  for (std::size_t i = 0; i < local_.size(); ++i) {
    force_ += onVertices[i];
    torque_ += cross(rotate(state_.q, local_[i]), onVertices[i]);
  }
}

void RigidBody::addForce(const Vec3d& force, const Vec3d& at) {
  force_ += force;
  torque_ += cross(at - state_.x, force);
}

void RigidBody::respond(std::span<const Vec3d> impulses, std::span<Vec3d> change) const {
  Vec3d linear, angular, v, w;
  for (std::size_t i = 0; i < local_.size(); ++i) {
    linear += impulses[i];
    angular += cross(rotate(state_.q, local_[i]), impulses[i]);
  }
  if (isDynamic()) {
    v = linear / matter_.mass;
    w = applyInverseInertia(state_.q, matter_.moments, angular);
  }
  for (std::size_t i = 0; i < local_.size(); ++i)
    change[i] = v + cross(w, rotate(state_.q, local_[i]));
}

void RigidBody::addImpulse(const Vec3d& linear, const Vec3d& angular) {
  if (!isDynamic()) return;
  state_.v += linear / matter_.mass;
  state_.w += applyInverseInertia(state_.q, matter_.moments, angular);
  surfaceIsOld_ = true;
}

void RigidBody::shift(const Vec3d& by, const Vec3d& turn) {
  const Vec3d spinning = angularMomentum();
  state_.x += by;
  state_.q = normalised(rotationBy(turn) * state_.q);
  state_.w = applyInverseInertia(state_.q, matter_.moments, spinning);
  surfaceIsOld_ = true;
}

Vec3d RigidBody::angularMomentum() const {
  return applyInertia(state_.q, matter_.moments, state_.w);
}

BodyTotals RigidBody::totals() const {
  BodyTotals sums;
  sums.centre = state_.x;
  if (matter_.mass == 0) return sums;
  sums.mass = matter_.mass;
  sums.momentum = matter_.mass * state_.v;
  const Vec3d spinning = angularMomentum();
  sums.angularMomentum = cross(state_.x, sums.momentum) + spinning;
  sums.kinetic = 0.5 * (dot(sums.momentum, state_.v) + dot(spinning, state_.w));
  return sums;
}

void RigidBody::setState(const RigidState& state) {
  state_ = state;
  surfaceIsOld_ = true;
}

void RigidBody::save(StateWriter& writer) const {
  forEachNumber(state_, [&](double number) { writer(number); });
  for (const Vec3d* v : {&force_, &torque_})
    for (std::size_t axis = 0; axis < 3; ++axis) writer((*v)[axis]);
}

void RigidBody::restore(StateReader& reader) {
  forEachNumber(state_, [&](double& number) { reader(number); });
  for (Vec3d* v : {&force_, &torque_})
    for (std::size_t axis = 0; axis < 3; ++axis) reader((*v)[axis]);
  if (!isFinite(state_.x) || !isFinite(state_.v) || !isFinite(state_.w))
    fail("the state of solid \"{}\" is not made of finite numbers", name());
  surfaceIsOld_ = true;
}

Vec3d applyInverseInertia(const Quaternion& q, const Vec3d& moments, const Vec3d& a) {
  const Vec3d local = rotate(conjugate(q), a);
  return rotate(q, {local.x / moments.x, local.y / moments.y, local.z / moments.z});
}

Vec3d applyInertia(const Quaternion& q, const Vec3d& moments, const Vec3d& a) {
  const Vec3d local = rotate(conjugate(q), a);
  return rotate(q, {local.x * moments.x, local.y * moments.y, local.z * moments.z});
}

}  // namespace shoal
