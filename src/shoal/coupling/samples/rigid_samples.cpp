#include "shoal/coupling/samples/rigid_samples.h"

namespace shoal {

RigidSamples::RigidSamples(RigidBody& body, const SamplePlaces& places, const Vec3d& gravity)
    : SurfaceSamples(SurfaceMotion::kFree),
      body_(body),
      own_(body.isDynamic() ? gravity : Vec3d{}) {
  const RigidState& state = body.state();
  local_.reserve(places.size());
  places.forEach([&](const Vec3f& x, std::uint32_t layer, const Vec3f& normal) {
    local_.push_back(rotate(conjugate(state.q), Vec3d(x) - state.x));
    localNormals_.push_back(rotate(conjugate(state.q), Vec3d(normal)));
    samples_.push_back({{}, {}, {}, 0, layer});
  });
}

bool RigidSamples::update(double, double) {
  const RigidState& state = body_.state();
  const auto mobility = static_cast<float>(body_.isDynamic() ? 1 / body_.mass() : 0);
  for (std::size_t k = 0; k < local_.size(); ++k) {
    const Vec3d arm = armOf(k);
    samples_[k] = {Vec3f(state.x + arm),
                   Vec3f(state.v + cross(state.w, arm)),
                   Vec3f(own_.expected() + cross(ownTurning_.expected(), arm)),
                   mobility,
                   samples_[k].layer,
                   Vec3f(rotate(state.q, localNormals_[k]))};
  }
  centre_ = body_.totals().centre;
  return false;
}

RigidSamples::Twist RigidSamples::sum(std::span<const Vec3f> onSamples) const {
  Twist total;
  for (std::size_t k = 0; k < onSamples.size(); ++k) {
    const Vec3d one(onSamples[k]);
    total.linear += one;
    total.angular += cross(armOf(k), one);
  }
  return total;
}

RigidSamples::Twist RigidSamples::responseTo(const Twist& cause) const {
  if (!body_.isDynamic()) return {};
  return {cause.linear / body_.mass(),
          applyInverseInertia(body_.state().q, body_.matter().moments, cause.angular)};
}

void RigidSamples::addForces(std::span<const Vec3f> forces) {
  const Twist total = sum(forces);
  pushed_ = responseTo(total);
  before_ = {body_.velocity(), body_.spin()};
  body_.addForce(total.linear, body_.centre());
  body_.addTorque(total.angular);
}

void RigidSamples::respond(std::span<const Vec3f> impulses, std::span<Vec3f> change) const {
  const Twist response = responseTo(sum(impulses));
  for (std::size_t k = 0; k < change.size(); ++k)
    change[k] = Vec3f(response.linear + cross(response.angular, armOf(k)));
}

void RigidSamples::estimateOwnAcceleration(double dt) {
  if (!body_.isDynamic()) return;
  own_.update(before_.linear, body_.velocity(), dt, pushed_.linear);
  ownTurning_.update(before_.angular, body_.spin(), dt, pushed_.angular);
}

void RigidSamples::save(StateWriter& state) const {
  own_.save(state);
  ownTurning_.save(state);
}

void RigidSamples::restore(StateReader& state) {
  own_.restore(state);
  ownTurning_.restore(state);
}

}  // namespace shoal
