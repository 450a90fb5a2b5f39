#include "shoal/world/solids/solid_events.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shoal/bodies/cloth/cloth.h"
#include "shoal/bodies/fem/fem_body.h"
#include "shoal/bodies/rigid/rigid_body.h"

namespace shoal {

namespace {

constexpr double kSameTime = 1e-9;  // s
constexpr int kMostParts = 64;      // of a step, for the sake of a stiff spring

Body& bodyOf(const EventParams& event, std::span<Body* const> bodies) {
  const std::string name = event.action.solid();
  std::vector<std::string> names;
  for (Body* body : bodies) {
    const auto* rigid = dynamic_cast<const RigidBody*>(body);
    if (rigid && !rigid->isDynamic()) continue;
    if (body->name() == name) return *body;
    names.push_back(body->name());
  }
  fail("there is no rigid, fem or cloth solid \"{}\"{}", name, didYouMean(name, names));
}

// How many nodes are held from now on.
std::size_t pin(FemBody& body, const Box3d& box) {
  FemSolid& solid = body.solid();
  std::size_t held = 0;
  for (std::size_t i = 0; i < solid.x.size(); ++i) {
    if (!box.contains(solid.x[i])) continue;
    solid.fixed[i] = kAllAxes;
    solid.v[i] = {};
    ++held;
  }
  return held;
}

std::size_t pin(Cloth& cloth, const Box3d& box) {
  std::size_t held = 0;
  for (std::uint32_t i = 0; i < cloth.surface().x.size(); ++i) {
    if (!box.contains(cloth.surface().x[i])) continue;
    cloth.pin(i);
    ++held;
  }
  return held;
}

void pin(std::span<Body* const> parts, const PinParams& params) {
  std::size_t held = 0;
  for (Body* body : parts)
    if (auto* fem = dynamic_cast<FemBody*>(body))
      held += pin(*fem, params.box);
    else if (auto* cloth = dynamic_cast<Cloth*>(body))
      held += pin(*cloth, params.box);
  if (held == 0) fail("pin: the box holds no vertex of solid \"{}\"; enlarge it", params.solid);
}

void unpin(Body& body) {
  if (auto* fem = dynamic_cast<FemBody*>(&body))
    std::fill(fem->solid().fixed.begin(), fem->solid().fixed.end(), std::uint8_t{kNoAxis});
  if (auto* cloth = dynamic_cast<Cloth*>(&body))
    for (std::uint32_t i = 0; i < cloth->surface().x.size(); ++i)
      if (cloth->isPinned(i)) cloth->release(i);
}

// How much of its way something has gone at the time t.
double shareAt(double start, double over, double t) {
  return over > 0 ? std::clamp((t - start) / over, 0.0, 1.0) : t < start ? 0 : 1;
}

Vec3d handAt(const EventParams& event, double t) {
  const PullParams& pull = *event.action.pull;
  return pull.point + shareAt(event.at, pull.over, t) * (pull.to - pull.point);
}

Blade bladeAt(const CutParams& cut, double share) {
  return {cut.from[0] + share * (cut.to[0] - cut.from[0]),
          cut.from[1] + share * (cut.to[1] - cut.from[1])};
}

// What is rigid can neither be pinned nor cut.
void requireDeforms(const EventParams& event, const Body& body) {
  if (!dynamic_cast<const RigidBody*>(&body)) return;
  if (event.action.pin)
    fail("pin: solid \"{}\" is rigid; hold it by a [[joint]] of kind \"fixed\"", body.name());
  if (event.action.cut)
    fail("cut: solid \"{}\" is rigid; only fem and cloth solids can be cut", body.name());
}

// A part of a body may have moved or turned otherwise than all of it; that must leave no bridge
// between one step of a blade and the next.
void cutFem(FemModel& fem, const std::string& name, const CutParams& cut,
            std::array<double, 2> shares, double dt) {
  constexpr double kOverlap = 0.1;  // of a step
  const auto [first, last] = shares;
  const double start = std::max(0.0, first - kOverlap * (last - first));
  for (Body* part : partsNamed(name, fem.bodies())) {
    const BodyTotals sums = part->totals();
    fem.cut(*part, bladeAt(cut, start) + dt / sums.mass * sums.momentum, bladeAt(cut, last));
  }
}

}  // namespace

SolidEvents::SolidEvents(const std::vector<EventParams>& events, std::span<Body* const> bodies) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    try {
      validate(events[i]);
      Event& event = events_.emplace_back();
      event.params = events[i];
      event.body = &bodyOf(events[i], bodies);
      requireDeforms(events[i], *event.body);
    } catch (const Error& error) {
      throw Error({}, fmt::format("event[{}]", i), error.what());
    }
  }
  fire(0, bodies);
}

double SolidEvents::next(double t) const {
  double next = std::numeric_limits<double>::infinity();
  for (const Event& event : events_)
    if (!event.happened && event.params.at > t + kSameTime) next = std::min(next, event.params.at);
  return next;
}

void SolidEvents::fire(double t, std::span<Body* const> bodies) {
  for (std::size_t i = 0; i < events_.size(); ++i) {
    Event& event = events_[i];
    if (event.happened || event.params.at > t + kSameTime) continue;
    try {
      event.happened = true;
      happen(event, partsNamed(event.body->name(), bodies));
    } catch (const Error& error) {
      throw Error({}, fmt::format("event[{}]", i), error.what());
    }
  }
}

void SolidEvents::happen(Event& event, std::span<Body* const> parts) {
  const EventAction& action = event.params.action;
  if (action.pin) pin(parts, *action.pin);
  if (action.pull) event.grip.take(parts, action.pull->point, action.pull->radius);
  if (action.cut) event.cutting = true;
  if (!action.release) return;
  for (Event& other : events_)
    if (other.body == event.body) other.grip.letGo();
  if (action.release->pins)
    for (Body* part : parts) unpin(*part);
}

// A mass on a spring stays calm while dt^2 k / m is below 1. What a hand holds of a solid weighs
// as much as its share of the vertices.
int SolidEvents::partsOf(double dt) const {
  double parts = 1;
  for (const Event& event : events_)
    if (event.grip.holds())
      parts = std::max(parts, std::ceil(dt * std::sqrt(event.params.action.pull->stiffness /
                                                       event.grip.mass())));
  return static_cast<int>(std::min<double>(parts, kMostParts));
}

void SolidEvents::pull(double t, double dt, std::span<Body* const> bodies) {
  for (Event& event : events_)
    if (event.grip.holds())
      event.grip.pull(partsNamed(event.body->name(), bodies), handAt(event.params, t + dt),
                      event.params.action.pull->stiffness, dt);
}

void SolidEvents::cut(double t, double dt, FemModel& fem) {
  for (Event& event : events_) {
    if (!event.cutting) continue;
    const CutParams& cut = *event.params.action.cut;
    const bool atOnce = cut.over == 0;
    const double first = atOnce ? 0 : shareAt(event.params.at, cut.over, t);
    const double last = shareAt(event.params.at, cut.over, t + dt + kSameTime);
    const double during = atOnce ? 0 : dt;
    if (auto* cloth = dynamic_cast<Cloth*>(event.body))
      event.tips = cloth->cut(bladeAt(cut, first), bladeAt(cut, last), during, event.tips);
    else
      cutFem(fem, event.body->name(), cut, {first, last}, during);
    event.cutting = last < 1;
  }
}

void SolidEvents::save(StateWriter& writer, std::span<Body* const> bodies) const {
  for (const Event& event : events_) {
    writer(event.happened);
    event.grip.save(writer, partsNamed(event.body->name(), bodies));
    writer(event.cutting);
    writer(std::uint64_t{event.tips.size()});
    for (const std::uint32_t i : event.tips) writer(std::uint64_t{i});
  }
}

void SolidEvents::restore(StateReader& reader, std::span<Body* const> bodies) {
  for (Event& event : events_) {
    reader(event.happened);
    event.grip.restore(reader, partsNamed(event.body->name(), bodies));
    if (event.grip.holds() && !event.params.action.pull) fail("a hand holds what nobody pulls");
    reader(event.cutting);
    if (event.cutting && !event.params.action.cut) fail("a blade cuts what nobody cuts");
    std::uint64_t count = 0;
    reader(count);
    event.tips.clear();
    for (std::uint64_t k = 0; k < count; ++k) {
      std::uint64_t vertex = 0;
      reader(vertex);
      event.tips.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(vertex, ~0u)));
    }
  }
}

}  // namespace shoal
