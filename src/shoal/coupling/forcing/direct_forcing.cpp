#include "shoal/coupling/forcing/direct_forcing.h"

#include <algorithm>
#include <limits>

#include "shoal/core/parallel.h"
#include "shoal/core/timer.h"

namespace shoal {

namespace {

// The share of a step during which a change of velocity moves things: forces that act through all
// of it move them by half of what the change would. [BTT09] takes all of it, which lifts whatever
// rests off the surface and lets it fall again, step by step.
constexpr double kShareOfStep = 0.5;

// Candidates per task: a few queries of distance each.
constexpr std::size_t kFew = 256;

// What rounding a place to single precision may cost, m.
double roomAround(const Vec3d& x, double radius) {
  const double largest = std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z), radius});
  return 2 * double(std::numeric_limits<float>::epsilon()) * largest;
}

}  // namespace

DirectForcing::DirectForcing(double spacing, int dimensions, const Period& period, double radius)
    : furthest_(spacing / 2), finder_(spacing, dimensions, period, radius), exchange_(dimensions) {}

void DirectForcing::add(RigidBody& body, const DirectForcingParams& params) {
  bodies_.emplace_back(body, params, finder_.reach(), finder_.dimensions());
  forgetStep();
}

void DirectForcing::remove(const RigidBody& body) {
  std::erase_if(bodies_, [&](const ForcedBody& forced) { return &forced.body() == &body; });
  forgetStep();
}

// Contacts and reports count bodies as they were.
void DirectForcing::forgetStep() {
  contacts_.clear();
  report_ = {};
}

double DirectForcing::longestStep() const {
  double fastest = 0;
  for (const ForcedBody& body : bodies_) fastest = std::max(fastest, body.fastest());
  return fastest > 0 ? furthest_ / fastest : std::numeric_limits<double>::infinity();
}

void DirectForcing::readStates(std::vector<RigidState>& states) const {
  states.clear();
  for (const ForcedBody& body : bodies_) states.push_back(body.body().state());
}

void DirectForcing::begin(const FluidParticles& fluid) {
  readStates(before_);
  xBefore_.resize(fluid.size());
  vBefore_.resize(fluid.size());
  parallelFor(fluid.size(), [&](std::size_t i) {
    xBefore_[i] = fluid.x[i];
    vBefore_[i] = fluid.v[i];
  });
}

// [BTT09] algorithm 1 from its step 4. For bodies that fluid does not push it is algorithm 2: steps
// 5 and 6 then leave them as they are.
std::span<const VelocityChange> DirectForcing::correct(FluidParticles& fluid, double dt) {
  if (xBefore_.size() != fluid.size() || before_.size() != bodies_.size())
    fail("direct forcing was not told of the beginning of the step");
  report_ = {};
  report_.onBody.resize(bodies_.size());
  readStates(now_);
  findContacts(fluid);
  respond(dt);
  if (!contacts_.empty()) clearParticles(fluid, dt);
  return exchange_.changes();
}

// [BTT09] algorithm 1, step 5 and the velocities of step 6.
void DirectForcing::respond(double dt) {
  const Timed t{"coupling/response"};
  report_.solve = solveImpulses(contacts_, bodies_, exchange_);
  pushBodies(dt);
}

void DirectForcing::findContacts(const FluidParticles& fluid) {
  const Timed t{"coupling/contacts"};
  finder_.search(fluid.x.span(), bodiesInStep());
  const auto candidates = finder_.candidates();
  found_.clear(chunkCount(candidates.size(), kFew));
  parallelChunks(
      candidates.size(),
      [&](Range range, std::size_t c) {
        std::vector<ForcingContact> found = found_.take(c);
        std::vector<BodyTouch> touches;
        for (std::size_t k = range.begin; k < range.end; ++k) {
          const std::uint32_t i = candidates[k].particle;
          finder_.touches(candidates[k], {Vec3d(xBefore_[i]), Vec3d(fluid.x[i])}, bodiesInStep(),
                          touches);
          for (const BodyTouch& touch : touches) found.push_back(contactOf(fluid, i, touch));
        }
        found_.give(c, std::move(found));
      },
      kFew);
  found_.join(contacts_);
  report_.contacts = contacts_.size();
}

ForcingContact DirectForcing::contactOf(const FluidParticles& fluid, std::size_t particle,
                                        const BodyTouch& found) const {
  const auto& [point, normal, gap] = found.touch;
  const ForcedBody& body = bodies_[found.body];
  const RigidState &before = before_[found.body], &now = now_[found.body];
  const Vec3d centre = Vec3d(fluid.x[particle]) + found.shift;
  const Vec3d meeting = body.params().condition == ForcingCondition::Published ? point : centre;
  ForcingContact contact;
  contact.particle = static_cast<std::uint32_t>(particle);
  contact.body = found.body;
  contact.normal = normal;
  contact.arm = meeting - now.x;
  if (finder_.dimensions() == 2) contact.arm.z = 0;
  contact.mass = double(fluid.mass(particle));
  contact.velocity = Vec3d(fluid.v[particle]);
  if (body.params().restitution > 0) {
    // The velocity towards the body at time t, [BTT09] eq. 8. Where there was none, there is no
    // bounce either.
    const Vec3d armBefore = rotate(before.q, ForcedBody::toLocal(now, meeting));
    const Vec3d relativeBefore = Vec3d(vBefore_[particle]) - before.v - cross(before.w, armBefore);
    contact.bounce = body.params().restitution * std::max(0.0, -dot(relativeBefore, normal));
  }
  return contact;
}

void DirectForcing::pushBodies(double dt) {
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const auto& [of, linear, angular, contacts] = exchange_.pushes()[b];
    report_.onBody[b] = {linear / dt, angular / dt, contacts};
    if (!bodies_[b].yields() || contacts == 0) continue;
    RigidBody& body = bodies_[b].body();
    body.addImpulse(linear, angular);
    // What leans on others or hangs in joints is not moved behind their backs: it starts its next
    // step with the new velocity, and they decide where that takes it.
    const double share = kShareOfStep * dt;
    if (!body.isHeld())
      body.shift(share * (body.velocity() - now_[b].v), share * (body.spin() - now_[b].w));
  }
}

// [BTT09] algorithm 1, steps 6 to 9.
void DirectForcing::clearParticles(FluidParticles& fluid, double dt) {
  const Timed t{"coupling/places"};
  for (const auto& [i, dv] : exchange_.changes())
    fluid.x[i] += static_cast<float>(kShareOfStep * dt) * dv;
  readStates(now_);
  const auto candidates = finder_.candidates();
  std::vector<std::size_t> squeezed(chunkCount(candidates.size(), kFew));
  parallelChunks(
      candidates.size(),
      [&](Range range, std::size_t c) {
        for (std::size_t k = range.begin; k < range.end; ++k) {
          const std::uint32_t i = candidates[k].particle;
          Way way{Vec3d(xBefore_[i]), Vec3d(fluid.x[i])};
          if (!finder_.clear(candidates[k], way, roomAround(way.now, finder_.radius()),
                             bodiesInStep()))
            ++squeezed[c];
          fluid.x[i] = Vec3f(way.now);
        }
      },
      kFew);
  for (const std::size_t some : squeezed) report_.squeezed += some;
}

std::size_t DirectForcing::bytes() const {
  std::size_t ofBodies = 0;
  for (const ForcedBody& body : bodies_) ofBodies += body.surface().bytes();
  return finder_.bytes() + ofBodies + (xBefore_.capacity() + vBefore_.capacity()) * sizeof(Vec3f) +
         contacts_.capacity() * sizeof(ForcingContact) + found_.bytes() + exchange_.bytes();
}

}  // namespace shoal
