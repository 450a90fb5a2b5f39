// Spray, foam and bubbles of a world's fluid, kept out of its solids.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/effects/foam/foam.h"
#include "shoal/world/world.h"

namespace shoal {

// A static or kinematic solid, before any motion.
struct FoamWall {
  TriangleMesh mesh;
  FluidRoom room = FluidRoom::BothSides;
  std::optional<MotionParams> motion{};
};

struct FoamSetup {
  FoamParams params;
  std::vector<FoamWall> walls;
};

class WorldFoam {
 public:
  WorldFoam(const FoamSetup& setup, const WorldSetup& world, const Period& period);

  const Foam& foam() const { return foam_; }

  // A free solid comes, with the surface that it starts with; or any other change.
  void know(const std::string& solid, const TriangleMesh& start);
  void solidsChanged();

  struct Step {
    double time, dt;  // s
    long number;
  };
  // Over a step, with the fluid and its neighbours at the beginning.
  void advance(const FluidParticles& fluid, const FluidSurroundings& around, const CellGrid& grid,
               const Solids* solids, const Step& step);
  // With solids at the end, at the time t.
  void settle(const Solids* solids, double t, double dt);

  World::Snapshot::Foam snapshot() const;
  // Makes room for the particles of a snapshot, whose fields are to be filled.
  Particles& restore(const World::Snapshot::Foam& snapshot);

 private:
  // What one of the obstacles follows.
  struct Followed {
    const Body* body;
    const RigidBody* rigid;  // null: it deforms
    std::uint64_t revision;
    friend bool operator==(const Followed&, const Followed&) = default;
  };
  static std::vector<Followed> bodiesOf(const Solids* solids);
  void place(double t);
  void rebuild(std::vector<Followed> bodies);

  Foam foam_;
  FoamObstacles obstacles_;  // walls, then bodies
  std::vector<FoamWall> walls_;
  std::vector<std::optional<Motion>> motions_;  // of walls
  std::map<std::string, TriangleMesh> starts_;  // surfaces of free solids
  std::vector<Followed> bodies_;
  bool built_ = false;
};

}  // namespace shoal
