// What is done to solids from outside: spring attachments that move, pins, their release, and cuts
// by blades.
#pragma once

#include <vector>

#include "shoal/bodies/models/body_world.h"
#include "shoal/world/solids/solid_params.h"
#include "shoal/world/solids/spring_attachment.h"

namespace shoal {

class SolidEvents {
 public:
  // Everything that is due at the time t happens here. An Error that names an event which cannot
  // happen.
  void add(std::span<const EventParams> events, const BodyWorld& bodies, double t);

  double next(double t) const;  // s; when the first one after t is due
  // Lets everything happen that is due at the time t.
  void fire(double t, const BodyWorld& bodies);
  // Into how many substeps a step has to be cut for its springs to be stable.
  int substeps(double dt) const;
  // Adds the forces of all spring attachments for a step from t to t + dt.
  void pull(double t, double dt, const BodyWorld& bodies);
  // Moves all blades during the same step, through solids that have made it.
  void cut(double t, double dt, const BodyWorld& bodies);
  // Drops all events of a solid.
  void forget(SolidId solid);

  void save(StateWriter& writer, const BodyWorld& bodies) const;
  void restore(StateReader& reader, const BodyWorld& bodies);

 private:
  struct Event {
    EventParams params;
    SolidId solid;
    bool happened = false;
    SpringAttachment attachment;      // of a pull
    bool cutting = false;             // whether a blade is under way
    std::vector<std::uint32_t> tips;  // see BodyModel::cut
  };

  void happen(Event& event, std::span<Body* const> parts);

  std::vector<Event> events_;
};

}  // namespace shoal
