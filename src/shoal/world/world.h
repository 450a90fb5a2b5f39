// The state of one simulation and its step.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shoal/coupling/coupling.h"
#include "shoal/coupling/samples/boundary.h"
#include "shoal/world/coupled_solids.h"
#include "shoal/world/ledger.h"
#include "shoal/world/probes/probes.h"
#include "shoal/world/solids/solid_loads.h"
#include "shoal/world/solids/solids.h"
#include "shoal/world/world_setup.h"

namespace shoal {

class Foam;
class Sources;
class WorldFoam;

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

class World {
 public:
  explicit World(const WorldSetup& setup);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  // One step, which does not go beyond the time `notBeyond`. If the time `last`, at which the run
  // ends, or an event of a solid follows that so soon that the step between them would be far
  // shorter than a stable one, the step goes on to the later of them.
  StepReport step(double notBeyond, double last = std::numeric_limits<double>::infinity());

  // Between any two steps: adds a solid that forces move, with what is to be done to it. Fluid
  // meets it as `surface` says from the next step on. In a world without bodies, static and
  // kinematic solids become bodies now, too. An Error if the solid cannot be made, has the name of
  // another, or leaves no room for fluid particles where it starts, see makeRoom(); then it is not
  // there.
  SolidId add(const SolidsSetup::Solid& solid, const SurfaceParams& surface,
              std::span<const EventParams> events = {});
  // Between any two steps: removes a solid that forces move and all parts that broke off it, with
  // its boundary samples, loads, joints and events. Fluid flows into the room that it leaves.
  void remove(SolidId solid);
  // Takes out the fluid particles that a solid with this surface would leave no room for, and
  // returns how many these are. They count as drained. Until examine() or the next step, fluid() is
  // without pressures and accelerations.
  std::size_t makeRoom(const TriangleMesh& surface);

  double time() const { return time_; }
  long steps() const { return steps_; }
  std::size_t escaped() const { return escaped_; }

  const FluidParticles& fluid() const { return fluid_; }
  const BoundarySamples& walls() const { return boundary_->samples(); }
  const Sources* sources() const { return sources_.get(); }  // none if nothing comes or goes
  const Couplings& couplings() const { return coupled_->couplings(); }
  const Solids* solids() const { return solids_.get(); }  // none if no solid moves by forces
  bool hasFluid() const { return hasFluid_; }             // or a place that it may come from
  const Neighbours& neighbours() const { return near_; }
  const Foam* foam() const;  // none if fluids make none
  const KernelChoice& kernel() const { return kernel_; }
  const Box3d& domain() const { return domain_; }
  double soundSpeed() const { return soundSpeed_; }
  double spacing() const { return params_.spacing; }
  const WorldParams& params() const { return params_; }

  // Memory held by fields, cells and lists.
  std::size_t bytes() const;

  // Density and pressure of the present positions, before any step is made.
  void examine();

  // The step that would be taken next; meaningful after examine() or a step.
  double longestStep() const;
  // The longest stable step if no force of this name, see FluidForce::name, limited it.
  double stableStepWithout(std::string_view force) const;

  Ledger ledger() const;

  // Whether every step computes fluid().virialPressure, not only steps that end at `notBeyond`.
  void watchPressure(bool watch) { watchPressure_ = watch; }

  // Whether steps also compute the force on each wall; costs a few percent, off by default.
  void watchWalls(bool watch) { watchWalls_ = watch; }
  // The force of the fluid on each solid in the last step, in N (in the plane: N per metre of
  // depth), in the order of the set-up, then of add(); zero for those that were removed.
  std::vector<Vec3d> wallForces() const;
  // Whether loads on solids are known after steps that end at `notBeyond`, and after those in which
  // a multiple of `every`, in s, lies; 0: no others.
  void recordLoads(double every) { recordLoads_ = every; }
  // Force and torque of the fluid on a solid in the last step after which they are known, about its
  // centre of mass or, of one that has none, the middle of the box around its samples.
  Load fluidLoadOn(const std::string& solid) const;
  // The loads on a solid that forces move in the last step; none on one that was removed.
  Loads loadsOn(SolidId solid) const;

  // What the scene asked to be measured, as of the end of the last step.
  const Probes& probes() const { return probes_; }

  // A hash of all state but foam(), which has one of its own and acts on nothing else: the same for
  // any order of particles, any number of threads and any machine.
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
    std::vector<double> coupling;  // what it remembers of solids
    std::uint64_t cleared = 0;     // particles that makeRoom() took out
    // The solids that forces move, as '"ball" (rigid, volumes)', in the order in which they came.
    std::vector<std::string> freeSolids;
    std::vector<double> surfaceOrder;  // see CoupledSolids::surfaceOrder
    struct Foam {
      std::uint64_t particles = 0;
      std::vector<double> numbers;  // see Foam::save
    };
    std::optional<Foam> foam;  // if there is any
  };
  Snapshot snapshot() const;
  // Replaces the state; `fill` gets the fluid, sized for `particles`, and foam, if world and
  // snapshot have it, to fill their state fields. The world must have the solids of the snapshot,
  // added in the same order: an Error names what differs.
  template <class Fill>
  void restore(const Snapshot& snapshot, std::size_t particles, Fill&& fill) {
    requireSolids(snapshot.freeSolids);
    fluid_.set.resize(particles);
    fill(fluid_.set);
    if (Particles* foam = roomForFoam(snapshot)) fill(*foam);
    setSnapshot(snapshot);
  }

 private:
  // The times at which steps have to end, as step() gets them.
  struct Stops {
    double notBeyond, last;  // s
  };
  // The length of a step, and the next time at which one has to end.
  struct StepLength {
    double dt, stop;  // s
  };
  // The phases of a step.
  StepReport stepSolids(const Stops& stops);
  void exchangeParticles(StepReport& report);
  void placeBoundary();
  void rebuildNeighbours();
  StepLength solveStep(const Stops& stops);
  void computeBoundaryForces(bool split);
  void addWork(double dt);
  void moveFluid(double dt);
  void advanceSolids(double dt, double share, bool watchLoads);
  void correctMotion(double dt);
  void collectLoads(double share);
  void finish(StepReport& report, double end, double share);

  void couple(const WorldSetup& setup);
  void couple(const WorldSetup::Surface& surface);
  std::function<std::vector<Body*>()> partsOf(const CoupledSolid& solid);
  void followSolids();
  void showSolidsToProbes();
  TriangleMesh startingSurface(const CoupledSolid& solid) const;
  void startSolids();
  void requireRoom(SolidId solid) const;
  void drop(SolidId solid);
  std::vector<std::string> freeSolids() const;
  void requireSolids(std::span<const std::string> saved) const;
  std::vector<Escape> removeEscaped();
  double nextStop(double longest, const Stops& stops) const;
  double furthestMove() const;  // m, in one step
  double endOf(const StepLength& step) const;
  Probes::Needs needs(double end, double notBeyond) const;
  void stopIfDiverging(double dt);
  void stopIfDiverged() const;
  [[noreturn]] void failDiverged(std::size_t particle, const std::string& what) const;
  ProbeView probeView(double share) const;
  FluidSurroundings surroundings() const;
  std::vector<double> couplingState() const;
  void setSnapshot(const Snapshot& snapshot);
  Particles* roomForFoam(const Snapshot& snapshot);

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
  std::unique_ptr<Sources> sources_;
  std::unique_ptr<Solids> solids_;
  std::shared_ptr<const SolidsSetup> obstacles_;  // see WorldSetup::obstacles
  std::unique_ptr<Boundary> boundary_;  // forces have fields of its samples, so it outlives them
  std::optional<CoupledSolids> coupled_;
  FluidForces forces_;           // of the fluid, then of couplings
  std::size_t fluidForces_ = 0;  // how many the former are
  bool hasFluid_ = false;
  bool watchWalls_ = false;
  bool watchPressure_ = false;
  std::optional<double> recordLoads_;  // s, see recordLoads()
  SolidLoads loads_;                   // by number of the solid
  Probes probes_;
  std::unique_ptr<WorldFoam> foam_;  // none if fluids make none

  double time_ = 0;  // s
  long steps_ = 0;
  std::size_t escaped_ = 0;
  std::size_t cleared_ = 0;  // particles that makeRoom() took out
  std::uint64_t nextId_ = 0;
  double work_ = 0;             // J
  double wallSurplus_ = 0;      // J
  double firstStableStep_ = 0;  // s, when the step is fixed: what it should have been at first
};

}  // namespace shoal
