// What is done to solids from outside: springs to hands that move, parts that are held, the moment
// when all of it ends, and blades.
#pragma once

#include <vector>

#include "shoal/bodies/fem/fem_model.h"
#include "shoal/world/solids/spring_attachment.h"
#include "shoal/world/solids/solid_params.h"

namespace shoal {

// `bodies` are all of the world, as they are at each call.
class SolidEvents {
 public:
  SolidEvents() = default;
  // Events at time 0 happen here. An Error that names an event which cannot happen.
  SolidEvents(const std::vector<EventParams>& events, std::span<Body* const> bodies);

  double next(double t) const;  // s; when the first one after t is due
  // Lets everything happen that is due at the time t.
  void fire(double t, std::span<Body* const> bodies);
  // Into how many parts a step has to be cut for its springs to stay calm.
  int partsOf(double dt) const;
  // Adds the forces of all hands for a step from t to t + dt.
  void pull(double t, double dt, std::span<Body* const> bodies);
  // Moves all blades during the same step, through solids that have made it.
  void cut(double t, double dt, FemModel& fem);

  void save(StateWriter& writer, std::span<Body* const> bodies) const;
  void restore(StateReader& reader, std::span<Body* const> bodies);

 private:
  struct Event {
    EventParams params;
    Body* body = nullptr;
    bool happened = false;
    SpringAttachment grip;                        // of a pull
    bool cutting = false;             // whether a blade is under way
    std::vector<std::uint32_t> tips;  // where its path in cloth ends so far
  };

  void happen(Event& event, std::span<Body* const> parts);

  std::vector<Event> events_;
};

}  // namespace shoal
