// All solids of a world that forces move, and those that they touch.
#pragma once

#include <memory>
#include <optional>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/bodies/models/body_world.h"
#include "shoal/bodies/rigid/rigid_body.h"
#include "shoal/world/solids/solid_events.h"
#include "shoal/world/world_params.h"

namespace shoal {

// What the solids of a world are made from.
struct SolidsSetup {
  // A static or kinematic solid; others touch it.
  struct Obstacle {
    std::string name;
    TriangleMesh mesh;
    ContactParams contact;
    std::optional<MotionParams> motion;
  };
  // Forces move it.
  struct Solid {
    std::string name;
    std::string model;     // the name of one of `models`
    std::any blueprint;    // of that model
    TriangleMesh surface;  // m, where it starts
  };

  // All of the world, in use or not, in the order in which they act and keep their state. What
  // obstacles are part of is RigidWorld.
  std::vector<BodyModelMaker> models;
  std::vector<Obstacle> obstacles;
  std::vector<Solid> solids;
  RigidWorldParams rigidWorld;
  std::vector<JointParams> joints;
  std::vector<EventParams> events;
  std::vector<std::string> notes;  // on what was repaired in their meshes
};

class Solids {
 public:
  // At the time t, in s. An Error that names the solid, joint or event that cannot be.
  Solids(const SolidsSetup& setup, const WorldParams& world, double t = 0);

  // Between any two advances, at the time t. `events` are of this solid; those that are due happen
  // at once. An Error if it cannot be added; then nothing has changed. Events and joints of a solid
  // that is removed are dropped.
  SolidId add(const SolidsSetup::Solid& solid, std::span<const EventParams> events = {},
              double t = 0);
  void remove(SolidId solid);

  // From t to t + dt. No event may lie in between; see nextEvent().
  void advance(double t, double dt);
  // The first event after the time t, in s; infinity if there is none.
  double nextEvent(double t) const { return events_.next(t); }
  // The last event after the time t and not after `within`; t if there is none.
  double lastEvent(double t, double within) const { return events_.last(t, within); }

  // Those that deform, pieces that broke off included: their surfaces are what a frame shows.
  std::vector<const Body*> deforming() const;
  // Rigid bodies that move, by forces or as their motion says: their poses are.
  std::vector<const RigidBody*> moving() const;
  // The same without kinematic ones.
  std::vector<const RigidBody*> rigid() const;

  // None if there is no such solid.
  std::optional<SolidId> find(const std::string& name) const { return bodies_.find(name); }
  std::string_view modelOf(SolidId solid) const { return bodies_.modelOf(solid).name(); }
  // The solid and all that came loose from it.
  std::vector<Body*> parts(SolidId solid) const { return bodies_.parts(solid); }
  // The same by name, for code that runs once: the solid must be one that was added.
  std::vector<Body*> partsOf(const std::string& name) const;
  RigidBody& findRigid(const std::string& name) const;

  BodyTotals totals() const { return bodies_.totals(); }

  // Free solids take over the state of those of the same name. An Error that names a solid of
  // another model or mesh.
  void takeOver(const Solids& earlier);
  // Names of all that forces move, parts that broke off apart.
  std::vector<std::string> freeNames() const;

  std::vector<double> state() const;
  void restore(std::span<const double> numbers);

 private:
  void addObstacle(const SolidsSetup::Obstacle& obstacle, double t);
  void join(const JointParams& joint);

  BodyWorld bodies_;
  SolidEvents events_;
};

}  // namespace shoal
