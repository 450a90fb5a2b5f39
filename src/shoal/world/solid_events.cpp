#include "shoal/world/solid_events.h"

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

Body& bodyOf(const EventParams& event, const std::vector<Body*>& bodies) {
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

void pin(Body& body, const Box3d& box) {
  std::size_t held = 0;
  if (auto* fem = dynamic_cast<FemBody*>(&body))
    held = pin(*fem, box);
  else if (auto* cloth = dynamic_cast<Cloth*>(&body))
    held = pin(*cloth, box);
  else
    fail("pin: solid \"{}\" is rigid; hold it by a [[joint]] of kind \"fixed\"", body.name());
  if (held == 0) fail("pin: the box holds no vertex of solid \"{}\"; enlarge it", body.name());
}

void unpin(Body& body) {
  if (auto* fem = dynamic_cast<FemBody*>(&body))
    std::fill(fem->solid().fixed.begin(), fem->solid().fixed.end(), std::uint8_t{kNoAxis});
  if (auto* cloth = dynamic_cast<Cloth*>(&body))
    for (std::uint32_t i = 0; i < cloth->surface().x.size(); ++i)
      if (cloth->isPinned(i)) cloth->release(i);
}

Vec3d handAt(const EventParams& event, double t) {
  const PullParams& pull = *event.action.pull;
  const double share = pull.over > 0 ? std::clamp((t - event.at) / pull.over, 0.0, 1.0) : 1;
  return pull.point + share * (pull.to - pull.point);
}

// The vertices within the radius, or the nearest one.
std::vector<std::uint32_t> verticesNear(const BodySurface& surface, const Vec3d& point,
                                        double radius) {
  std::vector<std::uint32_t> near;
  std::uint32_t nearest = 0;
  for (std::uint32_t i = 0; i < surface.x.size(); ++i) {
    const double distance = length(surface.x[i] - point);
    if (distance <= radius) near.push_back(i);
    if (distance < length(surface.x[nearest] - point)) nearest = i;
  }
  if (near.empty()) near.push_back(nearest);
  return near;
}

}  // namespace

SolidEvents::SolidEvents(const std::vector<EventParams>& events, const std::vector<Body*>& bodies) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    try {
      validate(events[i]);
      Event& event = events_.emplace_back();
      event.params = events[i];
      event.body = &bodyOf(events[i], bodies);
      if (event.params.action.pin && dynamic_cast<RigidBody*>(event.body))
        pin(*event.body, event.params.action.pin->box);
    } catch (const Error& error) {
      throw Error({}, fmt::format("event[{}]", i), error.what());
    }
  }
  fire(0);
}

double SolidEvents::next(double t) const {
  double next = std::numeric_limits<double>::infinity();
  for (const Event& event : events_)
    if (!event.happened && event.params.at > t + kSameTime) next = std::min(next, event.params.at);
  return next;
}

void SolidEvents::fire(double t) {
  for (std::size_t i = 0; i < events_.size(); ++i) {
    Event& event = events_[i];
    if (event.happened || event.params.at > t + kSameTime) continue;
    try {
      event.happened = true;
      if (event.params.action.release) release(*event.body);
      happen(event);
    } catch (const Error& error) {
      throw Error({}, fmt::format("event[{}]", i), error.what());
    }
  }
}

void SolidEvents::happen(Event& event) {
  const EventAction& action = event.params.action;
  if (action.pin) pin(*event.body, action.pin->box);
  if (action.release && action.release->pins) unpin(*event.body);
  if (action.pull) grip(event);
}

void SolidEvents::grip(Event& event) {
  const PullParams& pull = *event.params.action.pull;
  event.holding = true;
  if (const auto* rigid = dynamic_cast<const RigidBody*>(event.body))
    event.place = inverse(rigid->pose())(pull.point);
  else
    event.vertices = verticesNear(event.body->surface(), pull.point, pull.radius);
}

void SolidEvents::release(const Body& body) {
  for (Event& event : events_)
    if (event.body == &body) event.holding = false;
}

// A mass on a spring stays calm while dt^2 k / m is below 1. What a hand holds of a solid weighs
// as much as its share of the vertices.
int SolidEvents::partsOf(double dt) const {
  double parts = 1;
  for (const Event& event : events_) {
    if (!event.holding) continue;
    double mass = event.body->sums().mass;
    if (!event.vertices.empty())
      mass *= static_cast<double>(event.vertices.size()) /
              static_cast<double>(event.body->surface().x.size());
    parts = std::max(parts, std::ceil(dt * std::sqrt(event.params.action.pull->stiffness / mass)));
  }
  return static_cast<int>(std::min<double>(parts, kMostParts));
}

// The force of the spring at the end of the step, as far as that can be told at its beginning.
void SolidEvents::pull(double t, double dt) const {
  for (const Event& event : events_) {
    if (!event.holding) continue;
    const double k = event.params.action.pull->stiffness;
    const Vec3d hand = handAt(event.params, t + dt);
    if (auto* rigid = dynamic_cast<RigidBody*>(event.body)) {
      const Vec3d at = rigid->pose()(event.place);
      rigid->addForce(k * (hand - at - dt * rigid->velocityAt(at)), at);
      continue;
    }
    const BodySurface& surface = event.body->surface();
    std::vector<std::uint32_t> held = event.vertices;  // but for what broke off
    std::erase_if(held, [&](std::uint32_t i) { return i >= surface.x.size(); });
    if (held.empty()) continue;
    const double share = 1 / static_cast<double>(held.size());
    Vec3d x, v;
    for (const std::uint32_t i : held) {
      x += share * surface.x[i];
      v += share * surface.v[i];
    }
    std::vector<Vec3d> forces(surface.x.size());
    for (const std::uint32_t i : held) forces[i] = share * k * (hand - x - dt * v);
    event.body->addForces(forces);
  }
}

void SolidEvents::save(StateWriter& writer) const {
  for (const Event& event : events_) {
    writer(event.happened);
    writer(event.holding);
    for (std::size_t axis = 0; axis < 3; ++axis) writer(event.place[axis]);
    writer(std::uint64_t{event.vertices.size()});
    for (const std::uint32_t i : event.vertices) writer(std::uint64_t{i});
  }
}

void SolidEvents::restore(StateReader& reader) {
  for (Event& event : events_) {
    reader(event.happened);
    reader(event.holding);
    for (std::size_t axis = 0; axis < 3; ++axis) reader(event.place[axis]);
    const std::uint64_t vertices = event.body->surface().x.size();
    std::uint64_t count = 0;
    reader(count);
    constexpr std::uint64_t kMostVertices = 1 << 26;
    if (count > kMostVertices) fail("a hand holds {} vertices", count);
    event.vertices.resize(count);
    for (std::uint32_t& i : event.vertices) {
      std::uint64_t number = 0;
      reader(number);
      i = static_cast<std::uint32_t>(std::min(number, vertices));  // beyond: what broke off
    }
  }
}

}  // namespace shoal
