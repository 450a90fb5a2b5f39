#include "shoal/bodies/contact/obstacles.h"

#include <algorithm>

namespace shoal {

void Obstacle::beginAdvance(double, double dt) {
  const BodySurface& surface = body_->surface();
  dt_ = dt;
  x_ = surface.x;
  v_ = surface.v;
  impulse_.assign(x_.size(), {});
}

int Obstacle::accelerate(double, const Vec3d&) {
  force_.assign(x_.size(), {});
  return 0;
}

void Obstacle::move(double h) {
  for (std::size_t i = 0; i < x_.size(); ++i) {
    impulse_[i] += h * force_[i];
    x_[i] += h * v_[i];
  }
}

void Obstacle::endAdvance() {
  for (Vec3d& impulse : impulse_) impulse = impulse / dt_;
  body_->addForces(impulse_);
}

ContactMesh Obstacle::contactMesh() {
  ContactMesh mesh;
  mesh.triangles = body_->surface().triangles;
  mesh.revision = body_->surface().revision;
  mesh.x = x_;
  mesh.v = v_;
  mesh.friction = friction_;
  mesh.rigid = true;
  mesh.force = force_;
  return mesh;
}

RigidMember::RigidMember(RigidBody& solid, const Vec3d& gravity)
    : Obstacle(solid, solid.matter().contact.friction), rigid_(&solid), gravity_(gravity) {
  const std::size_t n = solid.surface().x.size();
  inverseMass_.assign(n, 1 / solid.mass());
  force_.assign(n, {});
  expected_.assign(n, {});
  others_.v = gravity;
}

void RigidMember::beginAdvance(double t, double dt) {
  Obstacle::beginAdvance(t, dt);
  centre_ = rigid_->centre();
  now_ = {rigid_->velocity(), rigid_->spin()};
  learn();
  before_ = now_;
  duration_ = dt;
}

// What changed its motion in the last advance beside contact here. A blow that its world gave to it
// is over.
void RigidMember::learn() {
  constexpr double kBlow = 4;  // times the weight and what contact here did
  others_ = {gravity_, {}};
  if (duration_ == 0) return;
  const Motion found{(now_.v - before_.v) / duration_ - mine_.v,
                     (now_.w - before_.w) / duration_ - mine_.w};
  if (length(found.v) <= kBlow * (length(gravity_) + length(mine_.v))) others_ = found;
}

RigidMember::Motion RigidMember::changeBy(std::span<const Vec3d> impulses) const {
  Vec3d sum, turn;
  for (std::size_t i = 0; i < impulses.size(); ++i) {
    sum += impulses[i];
    turn += cross(x_[i] - centre_, impulses[i]);
  }
  return {sum / rigid_->mass(),
          applyInverseInertia(rigid_->state().q, rigid_->matter().moments, turn)};
}

int RigidMember::accelerate(double h, const Vec3d&) {
  for (std::size_t i = 0; i < expected_.size(); ++i)
    force_[i] = expected_[i] = expectedForce(expected_[i], force_[i]);
  start_ = now_;
  accelerateBy(force_, h);
  return 0;
}

void RigidMember::accelerateBy(std::span<const Vec3d> forces, double h) {
  const Motion pushed = changeBy(forces);
  now_ = {start_.v + h * (others_.v + pushed.v), start_.w + h * (others_.w + pushed.w)};
  showVelocities();
}

void RigidMember::showVelocities() {
  for (std::size_t i = 0; i < x_.size(); ++i) v_[i] = now_.v + cross(now_.w, x_[i] - centre_);
}

void RigidMember::push(std::span<const Vec3d> impulses) {
  const Motion change = changeBy(impulses);
  now_.v += change.v;
  now_.w += change.w;
  showVelocities();
}

// At most, whatever way it turns.
void RigidMember::findYields(std::span<const Vec3d> impulses, std::span<double> yields) {
  const Vec3d& moments = rigid_->matter().moments;
  const double least = std::min({moments.x, moments.y, moments.z});
  double pushed = 0, turned = 0, points = 0;
  for (std::size_t i = 0; i < impulses.size(); ++i) {
    pushed += length(impulses[i]);
    turned += length(x_[i] - centre_) * length(impulses[i]);
    if (impulses[i] != Vec3d{}) ++points;
  }
  if (pushed == 0) return;
  for (std::size_t i = 0; i < impulses.size(); ++i) {
    const double own = impulses[i] != Vec3d{} ? length(impulses[i]) : pushed / points;
    yields[i] = (pushed / rigid_->mass() + length(x_[i] - centre_) * turned / least) / own;
  }
}

void RigidMember::move(double h) {
  showVelocities();
  Obstacle::move(h);
  centre_ += h * now_.v;
  accelerateBy(force_, h);
}

// What was expected acts during the advance of its world, as weight does; a blow does at once, so
// that the body is where those that it met have seen it go.
void RigidMember::endAdvance() {
  const Motion change = changeBy(impulse_);
  mine_ = {change.v / dt_, change.w / dt_};
  std::vector<Vec3d> lasting = expected_;
  for (std::size_t i = 0; i < lasting.size(); ++i)
    if (length(impulse_[i]) < dt_ * length(lasting[i])) lasting[i] = impulse_[i] / dt_;
  const Motion slow = changeBy(lasting);
  RigidState state = rigid_->state();
  state.v += change.v - dt_ * slow.v;
  state.w += change.w - dt_ * slow.w;
  rigid_->setState(state);
  rigid_->addForces(lasting);
}

ContactMesh RigidMember::contactMesh() {
  ContactMesh mesh = Obstacle::contactMesh();
  mesh.inverseMass = inverseMass_;
  return mesh;
}

template <class Self, class Visit>
void RigidMember::forEachNumber(Self& self, Visit&& visit) {
  const auto visitVector = [&](auto& a) {
    visit(a.x);
    visit(a.y);
    visit(a.z);
  };
  for (auto* motion : {&self.before_, &self.mine_}) {
    visitVector(motion->v);
    visitVector(motion->w);
  }
  visit(self.duration_);
  for (auto& force : self.force_) visitVector(force);
  for (auto& force : self.expected_) visitVector(force);
}

void RigidMember::save(StateWriter& state) const {
  forEachNumber(*this, [&](double number) { state(number); });
}

void RigidMember::restore(StateReader& state) {
  forEachNumber(*this, [&](double& number) { state(number); });
}

}  // namespace shoal
