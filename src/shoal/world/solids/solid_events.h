// Events that act on solids: spring attachments (pull), pins, their release, and cuts by blades.
#pragma once

#include <vector>

#include "shoal/bodies/models/body_world.h"
#include "shoal/world/solids/solid_params.h"
#include "shoal/world/solids/spring_attachment.h"

namespace shoal {

class SolidEvents {
 public:
  // Events that are due at the time t are executed here. An Error that names an event which is
  // impossible.
  void add(std::span<const EventParams> events, const BodyWorld& bodies, double t);

  double next(double t) const;  // s, time of the next event after t
  // Time of the last event after t and not after `within`; t if there is none.
  double last(double t, double within) const;
  // Executes all events that are due at the time t.
  void fire(double t, const BodyWorld& bodies);
  // Number of substeps that a step needs for its springs to be stable.
  int substeps(double dt) const;
  // Applies the forces of all spring attachments for a step from t to t + dt.
  void pull(double t, double dt, const BodyWorld& bodies);
  // Advances all blades over the same step, through solids that have been advanced.
  void cut(double t, double dt, const BodyWorld& bodies);
  // Removes all events of a solid.
  void forget(SolidId solid);

  void save(StateWriter& writer, const BodyWorld& bodies) const;
  void restore(StateReader& reader, const BodyWorld& bodies);

 private:
  struct Event {
    EventParams params;
    SolidId solid;
    bool happened = false;
    SpringAttachment attachment;      // of a pull
    bool cutting = false;             // whether a blade is moving
    std::vector<std::uint32_t> tips;  // see BodyModel::cut
  };

  void happen(Event& event, std::span<Body* const> parts);

  std::vector<Event> events_;
};

}  // namespace shoal
