// The state of one simulation and its step.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "shoal/bodies/body.h"
#include "shoal/core/box.h"
#include "shoal/sph/fluid_params.h"
#include "shoal/sph/fluid_particles.h"
#include "shoal/sph/forces/force_table.h"
#include "shoal/sph/solvers/fluid_solver.h"
#include "shoal/world/probes/probes.h"
#include "shoal/world/solids/motion.h"
#include "shoal/world/solids/solid_loads.h"
#include "shoal/world/sources/source_params.h"
#include "shoal/world/world_params.h"

namespace shoal {

class Boundary;
class Couplings;
class Solids;
class Sources;
struct SolidsSetup;

// What a world is made from.
struct WorldSetup {
  struct Wall {
    std::string name;
    std::vector<Vec3f> samples;  // m
    double friction = 0;
    Vec3d velocity{};                      // m/s, with which the surface slides
    std::optional<MotionParams> motion{};  // of the wall itself
    double slip = 0;
    std::string coupling = "volumes";  // how its samples act, see repels()
    double adhesion = 0;               // m^D/s^2
    double contactAngle = 90;          // degrees
  };

  WorldParams world;
  TimeStepParams timeStep;
  struct Fluid {
    std::string name;
    FluidParams material;
  };
  SolverParams solver;
  KindParameters<FluidForceKind> forces;          // that were added to the library, if in use
  std::vector<Fluid> fluids{Fluid{"fluid", {}}};  // one per phase
  std::vector<Vec3f> positions;                   // m
  std::vector<std::uint32_t> phases;              // which fluid; empty: the first
  std::vector<Vec3f> velocities;                  // m/s; empty: at rest
  std::vector<Wall> walls;
  std::shared_ptr<const SolidsSetup> solids;  // that forces move, and what they touch; may be none
  SourceParams sources;
  std::vector<ProbeParams> probes;
  Box3d domain;  // m
};

// A particle that left the domain.
struct Escape {
  double time;  // s
  std::uint32_t id;
  Vec3f position;  // m
  Vec3f velocity;  // m/s
};

// What one step did.
struct StepReport {
  long step = 0;      // how many steps the world has made
  double before = 0;  // s, time at its beginning
  double time = 0;    // s, after the step
  double dt = 0;      // s
  SolverReport solver;
  std::vector<Escape> escapes;  // of this step
  std::size_t emitted = 0;      // particles that came in this step
  std::size_t drained = 0;      // particles that were taken out, escapes apart
};

// Sums over the fluid, and apart from them over the solids that forces move.
struct Ledger {
  std::size_t particles = 0;
  std::size_t escaped = 0;     // since the beginning
  std::size_t emitted = 0;     // since the beginning
  std::size_t drained = 0;     // since the beginning
  double mass = 0;             // kg
  Vec3d momentum;              // kg m/s
  double kinetic = 0;          // J
  double potential = 0;        // J, zero at the origin
  double internal = 0;         // J, in compression
  double work = 0;             // J, by walls that move and by forces; not by weight
  double wallSurplus = 0;      // J, that walls gave beyond what they took: an error of wcsph
  double fastest = 0;          // m/s
  double meanCompression = 0;  // mean of max(0, rho / rho0 - 1)
  double largestCompression = 0;
  BodyTotals solids;
};

class World {
 public:
  explicit World(const WorldSetup& setup);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  // One step, which does not go beyond the time `notBeyond`.
  StepReport step(double notBeyond);

  double time() const { return time_; }
  long steps() const { return steps_; }
  std::size_t escaped() const { return escaped_; }

  const FluidParticles& fluid() const { return fluid_; }
  const BoundarySamples& walls() const;
  const Sources* sources() const { return sources_.get(); }        // none if nothing comes or goes
  const Couplings* couplings() const { return couplings_.get(); }  // none without solids in fluid
  const Solids* solids() const { return solids_.get(); }  // none if no solid moves by forces
  bool hasFluid() const { return hasFluid_; }             // or a place that it may come from
  const Neighbours& neighbours() const { return near_; }
  const KernelChoice& kernel() const { return kernel_; }
  const Box3d& domain() const { return domain_; }
  double soundSpeed() const { return soundSpeed_; }
  double spacing() const { return params_.spacing; }

  // Memory held by fields, cells and lists.
  std::size_t bytes() const;

  // Density and pressure of the present positions, before any step is made.
  void examine();

  // The step that would be taken next; meaningful after examine() or a step.
  double longestStep() const;

  Ledger ledger() const;

  // Whether every step computes fluid().virialPressure, not only steps that end at `notBeyond`.
  void watchPressure(bool watch) { watchPressure_ = watch; }

  // Whether steps also compute the force on each wall; costs a few percent, off by default.
  void watchWalls(bool watch) { watchWalls_ = watch; }
  // The force of the fluid on each wall, and after these each body that is coupled, in the last
  // step, in N (in the plane: N per metre of depth), in the order of the set-up.
  std::vector<Vec3d> wallForces() const;

  // What the scene asked to be measured, as of the end of the last step.
  const Probes& probes() const { return probes_; }

  // A hash of all state: the same for any order of particles, any number of threads and any
  // machine.
  std::uint64_t hash() const;

  // What a checkpoint holds besides the fields of role State of fluid().
  struct Snapshot {
    double time = 0, lastStep = 0;
    long steps = 0;
    std::uint64_t escaped = 0;
    double work = 0;               // J
    double wallSurplus = 0;        // J
    std::vector<double> probes;    // what they remember
    std::uint64_t nextId = 0;      // of a particle that enters
    std::vector<double> sources;   // see Sources::state
    std::vector<double> solids;    // see Solids::state
    std::vector<double> coupling;  // see Boundary::state
  };
  Snapshot snapshot() const;
  // Replaces the state; `fill` gets the fluid, sized for `particles`, to fill its state fields.
  template <class Fill>
  void restore(const Snapshot& snapshot, std::size_t particles, Fill&& fill) {
    fluid_.set.resize(particles);
    fill(fluid_.set);
    setSnapshot(snapshot);
  }

 private:
  void setSnapshot(const Snapshot& snapshot);
  void placeFluid(const WorldSetup& setup);
  void move(double dt);
  void wrapPositions();
  std::vector<Escape> removeEscaped();
  void rebuildNeighbours();
  StepReport stepSolids(double notBeyond);
  void advanceSolids(double dt, double impulseTime, bool watchLoads);
  void addCouplingLoads(double share);
  void findMiddles();
  double chooseStep(double notBeyond) const;
  double stableStep() const;
  double solveStep(double notBeyond);
  double furthestMove() const;  // m, in one step
  void stopIfDiverging(double dt);
  void stopIfDiverged() const;
  [[noreturn]] void failDiverged(std::size_t particle, const std::string& what) const;
  void computeWallForces(bool watchLoads);
  void splitWallForces();
  double powerOnFluid() const;
  ProbeView probeView() const;
  FluidSurroundings surroundings() const;

  WorldParams params_;
  TimeStepParams timeStep_;
  KernelChoice kernel_;
  Period period_;
  Box3d domain_;
  double soundSpeed_ = 0;

  FluidParticles fluid_;
  Neighbours near_;
  CellGrid fluidGrid_;
  std::unique_ptr<FluidSolver> solver_;
  FluidForces forces_;
  std::unique_ptr<Sources> sources_;
  std::unique_ptr<Solids> solids_;
  std::unique_ptr<Boundary> boundary_;
  std::unique_ptr<Couplings> couplings_;
  bool hasFluid_ = false;
  bool watchWalls_ = false;
  bool watchPressure_ = false;
  SolidLoads loads_;            // of walls, then of other solids
  std::vector<Vec3d> middles_;  // m, of these: points of reference for torques
  Probes probes_;

  double time_ = 0;  // s
  long steps_ = 0;
  std::size_t escaped_ = 0;
  std::uint64_t nextId_ = 0;
  double work_ = 0;             // J
  double wallSurplus_ = 0;      // J
  double firstStableStep_ = 0;  // s, when the step is fixed: what it should have been at first
};

}  // namespace shoal
