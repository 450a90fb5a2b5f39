#include "shoal/bodies/rigid/rigid_contact.h"

#include <algorithm>

namespace shoal {

RigidContact::RigidContact(RigidBody& solid, const Vec3d& gravity)
    : Obstacle(solid, solid.matter().contact.friction), rigid_(&solid), gravity_(gravity) {
  const std::size_t n = solid.surface().x.size();
  inverseMass_.assign(n, 1 / solid.mass());
  force_.assign(n, {});
  expected_.assign(n, {});
  others_.v = gravity;
}

void RigidContact::beginAdvance(double t, double dt) {
  Obstacle::beginAdvance(t, dt);
  centre_ = rigid_->centre();
  now_ = {rigid_->velocity(), rigid_->spin()};
  estimateOwnAcceleration();
  before_ = now_;
  duration_ = dt;
}

// Own acceleration: the one in the last advance that deformable bodies did not cause. Impacts among
// rigid bodies are excluded, since they do not persist.
void RigidContact::estimateOwnAcceleration() {
  // Accelerations beyond this multiple of weight plus contact with deformable bodies are taken for
  // impacts. Lower values discard resting contacts in a stack, higher ones repeat impacts.
  constexpr double kImpact = 4;
  others_ = {gravity_, {}};
  if (duration_ == 0) return;
  const Motion found{(now_.v - before_.v) / duration_ - mine_.v,
                     (now_.w - before_.w) / duration_ - mine_.w};
  if (length(found.v) <= kImpact * (length(gravity_) + length(mine_.v))) others_ = found;
}

RigidContact::Motion RigidContact::changeBy(std::span<const Vec3d> impulses) const {
  Vec3d sum, turn;
  for (std::size_t i = 0; i < impulses.size(); ++i) {
    sum += impulses[i];
    turn += cross(x_[i] - centre_, impulses[i]);
  }
  return {sum / rigid_->mass(),
          applyInverseInertia(rigid_->state().q, rigid_->matter().moments, turn)};
}

int RigidContact::accelerate(double h, const Vec3d&) {
  for (std::size_t i = 0; i < expected_.size(); ++i)
    force_[i] = expected_[i] = predictedForce(expected_[i], force_[i]);
  start_ = now_;
  accelerateBy(force_, h);
  return 0;
}

void RigidContact::accelerateBy(std::span<const Vec3d> forces, double h) {
  const Motion byContact = changeBy(forces);
  now_ = {start_.v + h * (others_.v + byContact.v), start_.w + h * (others_.w + byContact.w)};
  showVelocities();
}

void RigidContact::showVelocities() {
  for (std::size_t i = 0; i < x_.size(); ++i) v_[i] = now_.v + cross(now_.w, x_[i] - centre_);
}

void RigidContact::applyImpulses(std::span<const Vec3d> impulses) {
  const Motion change = changeBy(impulses);
  now_.v += change.v;
  now_.w += change.w;
  showVelocities();
}

// Upper bound for all impulses J together: (sum |J| / m + r sum (r |J|) / least moment) / |J_i|.
void RigidContact::findMobilities(std::span<const Vec3d> impulses, std::span<double> mobilities) {
  const Vec3d& moments = rigid_->matter().moments;
  const double least = std::min({moments.x, moments.y, moments.z});
  double linear = 0, angular = 0, points = 0;
  for (std::size_t i = 0; i < impulses.size(); ++i) {
    linear += length(impulses[i]);
    angular += length(x_[i] - centre_) * length(impulses[i]);
    if (impulses[i] != Vec3d{}) ++points;
  }
  if (linear == 0) return;
  for (std::size_t i = 0; i < impulses.size(); ++i) {
    const double own = impulses[i] != Vec3d{} ? length(impulses[i]) : linear / points;
    mobilities[i] = (linear / rigid_->mass() + length(x_[i] - centre_) * angular / least) / own;
  }
}

void RigidContact::move(double h) {
  showVelocities();
  Obstacle::move(h);
  centre_ += h * now_.v;
  accelerateBy(force_, h);
}

// The predicted contact force acts during the advance of RigidWorld, as weight does; the remainder,
// an impact, changes the velocity at once, so that the body moves as the deformable bodies in
// contact with it have assumed.
void RigidContact::endAdvance() {
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

ContactMesh RigidContact::contactMesh() {
  ContactMesh mesh = Obstacle::contactMesh();
  mesh.inverseMass = inverseMass_;
  return mesh;
}

template <class Self, class Visit>
void RigidContact::forEachNumber(Self& self, Visit&& visit) {
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

void RigidContact::save(StateWriter& state) const {
  forEachNumber(*this, [&](double number) { state(number); });
}

void RigidContact::restore(StateReader& state) {
  forEachNumber(*this, [&](double& number) { state(number); });
}

}  // namespace shoal
