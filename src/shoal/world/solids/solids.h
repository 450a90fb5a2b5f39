// All solids of a world that forces move, and those that they touch.
#pragma once

#include <memory>
#include <optional>

#include "shoal/bodies/cloth/cloth_model.h"
#include "shoal/bodies/fem/fem_model.h"
#include "shoal/bodies/kinematic/motion.h"
#include "shoal/bodies/rigid/rigid_world.h"
#include "shoal/world/solids/solid_events.h"
#include "shoal/world/world_params.h"

namespace shoal {

// What the solids of a world are made from.
struct SolidsSetup {
  // Stands still or moves by hand; others touch it.
  struct Obstacle {
    std::string name;
    TriangleMesh mesh;
    ContactParams contact;
    std::optional<MotionParams> motion;
  };
  struct Rigid {
    std::string name;
    RigidShape shape;
    Pose start;
    RigidParams params;
  };
  struct Fem {
    std::string name;
    TetraMesh mesh;
    FemParams params;
    Vec3d velocity, spin;  // m/s, rad/s
  };
  struct Cloth {
    std::string name;
    TriangleMesh mesh;
    ClothParams params;
    Vec3d velocity, spin;  // m/s, rad/s
  };

  std::vector<Obstacle> obstacles;
  std::vector<Rigid> rigids;
  std::vector<Fem> fems;
  std::vector<Cloth> cloths;
  RigidWorldParams rigidWorld;
  std::vector<JointParams> joints;
  std::vector<EventParams> events;
  std::vector<std::string> notes;  // on what was mended in their meshes
};

class Solids {
 public:
  // An Error that names the solid, joint or event that cannot be.
  Solids(const SolidsSetup& setup, const WorldParams& world);

  // From t to t + dt. No event may lie in between; see nextEvent().
  void advance(double t, double dt);
  // The first event after the time t, in s; infinity if there is none.
  double nextEvent(double t) const { return events_.next(t); }

  // Those that deform, pieces that broke off included: their surfaces are what a frame shows.
  std::vector<const Body*> deforming() const;
  // Those that move as a whole, by forces or by hand: their poses are.
  const std::vector<const RigidBody*>& moving() const { return moving_; }
  // By forces alone.
  const std::vector<const RigidBody*>& rigid() const { return rigidBodies_; }

  // The solid of this name, which must be one that was added, and all that came loose from it.
  std::vector<Body*> partsOf(const std::string& name) const;
  // The same, without what moves as it is told; none if there is no such solid.
  std::vector<Body*> freePartsOf(const std::string& name) const;
  RigidBody& findRigid(const std::string& name) const;

  BodyTotals totals() const;

  std::vector<double> state() const;
  void restore(std::span<const double> numbers);

 private:
  void addObstacles(const SolidsSetup& setup);
  void addRigid(const SolidsSetup& setup);
  void addFem(const SolidsSetup& setup);
  void addCloth(const SolidsSetup& setup);
  std::vector<Body*> bodies() const;
  void advanceRigid(double t, double dt);

  bool planar_ = false;
  RigidWorld rigid_;
  FemModel fem_;
  ClothModel cloth_;
  ContactGroup group_;
  std::vector<const RigidBody*> moving_, rigidBodies_;
  SolidEvents events_;
};

}  // namespace shoal
