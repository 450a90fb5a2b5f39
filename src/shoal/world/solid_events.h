// What is done to solids from outside: springs to hands that move, parts that are held, and the
// moment when all of it ends.
#pragma once

#include <vector>

#include "shoal/bodies/body.h"
#include "shoal/world/solid_params.h"

namespace shoal {

class SolidEvents {
 public:
  SolidEvents() = default;
  // Events at time 0 happen here. An Error that names an event which cannot happen.
  SolidEvents(const std::vector<EventParams>& events, const std::vector<Body*>& bodies);

  double next(double t) const;  // s; when the first one after t is due
  // Lets everything happen that is due at the time t.
  void fire(double t);
  // Into how many parts a step has to be cut for its springs to stay calm.
  int partsOf(double dt) const;
  // Adds the forces of all hands for a step from t to t + dt.
  void pull(double t, double dt) const;

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  struct Event {
    EventParams params;
    Body* body = nullptr;
    bool happened = false;
    // Of a pull: what the hand holds. Vertices; or for a rigid solid a point, in its own frame.
    bool holding = false;
    std::vector<std::uint32_t> vertices;
    Vec3d place;  // m
  };

  static void happen(Event& event);
  static void grip(Event& event);
  void release(const Body& body);

  std::vector<Event> events_;
};

}  // namespace shoal
