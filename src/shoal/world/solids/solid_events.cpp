#include "shoal/world/solids/solid_events.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shoal {

namespace {

constexpr double kSameTime = 1e-9;  // s
constexpr int kMostSubsteps = 64;   // for the stability of a stiff spring, at most

SolidId solidOf(const EventParams& event, const BodyWorld& bodies) {
  const std::string name = event.action.solid();
  std::vector<std::string> names;
  for (const Body* body : bodies.bodies()) {
    if (!body->isFree()) continue;
    if (body->name() == name) return body->solidId();
    names.push_back(body->name());
  }
  fail("there is no rigid, fem or cloth solid \"{}\"{}", name, didYouMean(name, names));
}

void pin(std::span<Body* const> parts, const PinParams& params) {
  std::size_t held = 0;
  for (Body* part : parts) held += part->pin(params.box);
  if (held == 0) fail("pin: the box holds no vertex of solid \"{}\"; enlarge it", params.solid);
}

// Fraction of a motion that is completed at the time t.
double shareAt(double start, double over, double t) {
  return over > 0 ? std::clamp((t - start) / over, 0.0, 1.0) : t < start ? 0 : 1;
}

// Position of the anchor of the spring.
Vec3d anchorAt(const EventParams& event, double t) {
  const PullParams& pull = *event.action.pull;
  return pull.point + shareAt(event.at, pull.over, t) * (pull.to - pull.point);
}

// Rigid solids can neither be pinned nor cut.
void requireDeforms(const EventParams& event, const Body& body) {
  if (body.deforms()) return;
  if (event.action.pin)
    fail("pin: solid \"{}\" is rigid; hold it by a [[joint]] of kind \"fixed\"", body.name());
  if (event.action.cut)
    fail("cut: solid \"{}\" is rigid; only fem and cloth solids can be cut", body.name());
}

}  // namespace

void SolidEvents::add(std::span<const EventParams> events, const BodyWorld& bodies, double t) {
  for (const EventParams& params : events) {
    try {
      validate(params);
      Event event;
      event.params = params;
      event.solid = solidOf(params, bodies);
      requireDeforms(params, *bodies.parts(event.solid).front());
      events_.push_back(std::move(event));
    } catch (const Error& error) {
      throw Error({}, fmt::format("event[{}]", events_.size()), error.what());
    }
  }
  if (!events.empty()) fire(t, bodies);
}

double SolidEvents::next(double t) const {
  double next = std::numeric_limits<double>::infinity();
  for (const Event& event : events_)
    if (!event.happened && event.params.at > t + kSameTime) next = std::min(next, event.params.at);
  return next;
}

double SolidEvents::last(double t, double within) const {
  double last = t;
  for (const Event& event : events_)
    if (!event.happened && event.params.at > t + kSameTime && event.params.at <= within)
      last = std::max(last, event.params.at);
  return last;
}

void SolidEvents::fire(double t, const BodyWorld& bodies) {
  for (std::size_t i = 0; i < events_.size(); ++i) {
    Event& event = events_[i];
    if (event.happened || event.params.at > t + kSameTime) continue;
    try {
      event.happened = true;
      happen(event, bodies.parts(event.solid));
    } catch (const Error& error) {
      throw Error({}, fmt::format("event[{}]", i), error.what());
    }
  }
}

void SolidEvents::happen(Event& event, std::span<Body* const> parts) {
  const EventAction& action = event.params.action;
  if (action.pin) pin(parts, *action.pin);
  if (action.pull) event.attachment.attach(parts, action.pull->point, action.pull->radius);
  if (action.cut) event.cutting = true;
  if (!action.release) return;
  for (Event& other : events_)
    if (other.solid == event.solid) other.attachment.release();
  if (action.release->pins)
    for (Body* part : parts) part->unpin();
}

// The explicit step of a mass on a spring is stable while dt^2 k / m is below 1. The mass of an
// attachment is that of the solid times its fraction of the vertices.
int SolidEvents::substeps(double dt) const {
  double count = 1;
  for (const Event& event : events_)
    if (event.attachment.holds())
      count = std::max(count, std::ceil(dt * std::sqrt(event.params.action.pull->stiffness /
                                                       event.attachment.mass())));
  return static_cast<int>(std::min<double>(count, kMostSubsteps));
}

void SolidEvents::pull(double t, double dt, const BodyWorld& bodies) {
  for (Event& event : events_)
    if (event.attachment.holds())
      event.attachment.pull(bodies.parts(event.solid), anchorAt(event.params, t + dt),
                            event.params.action.pull->stiffness, dt);
}

void SolidEvents::cut(double t, double dt, const BodyWorld& bodies) {
  for (Event& event : events_) {
    if (!event.cutting) continue;
    const CutParams& cut = *event.params.action.cut;
    const bool atOnce = cut.over == 0;
    const BladeStroke stroke{
        .from = {cut.from[0], cut.from[1]},
        .to = {cut.to[0], cut.to[1]},
        .first = atOnce ? 0 : shareAt(event.params.at, cut.over, t),
        .last = shareAt(event.params.at, cut.over, t + dt + kSameTime),
        .duration = atOnce ? 0 : dt,
    };
    bodies.modelOf(event.solid).cut(event.solid, stroke, event.tips);
    event.cutting = stroke.last < 1;
  }
}

void SolidEvents::forget(SolidId solid) {
  std::erase_if(events_, [&](const Event& event) { return event.solid == solid; });
}

void SolidEvents::save(StateWriter& writer, const BodyWorld& bodies) const {
  for (const Event& event : events_) {
    writer(event.happened);
    event.attachment.save(writer, bodies.parts(event.solid));
    writer(event.cutting);
    writer(std::uint64_t{event.tips.size()});
    for (const std::uint32_t i : event.tips) writer(std::uint64_t{i});
  }
}

void SolidEvents::restore(StateReader& reader, const BodyWorld& bodies) {
  for (Event& event : events_) {
    reader(event.happened);
    event.attachment.restore(reader, bodies.parts(event.solid));
    if (event.attachment.holds() && !event.params.action.pull)
      fail("a spring attachment belongs to an event without a pull");
    reader(event.cutting);
    if (event.cutting && !event.params.action.cut)
      fail("a blade belongs to an event without a cut");
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
