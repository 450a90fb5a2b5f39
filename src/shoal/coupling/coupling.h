// The interface of the methods by which fluid and solids exchange momentum.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "shoal/bodies/body.h"
#include "shoal/bodies/kinematic/motion_params.h"
#include "shoal/coupling/loads.h"
#include "shoal/coupling/sample_places.h"
#include "shoal/coupling/surface_params.h"
#include "shoal/sph/solvers/fluid_solver.h"

namespace shoal {

// A solid as couplings see it.
struct CoupledSolid {
  std::size_t index = 0;  // among all solids of the world; no other solid ever gets it
  std::string name;
  SolidId id{};  // of its bodies; none of a solid that forces do not move
  SurfaceParams surface{};
  bool free = false;        // whether forces move it
  bool splitLoads = false;  // whether somebody asks for its loads by kind

  // Of static and kinematic solids that are coupled by boundary samples.
  SamplePlaces samples{};
  Vec3d velocity{};                      // m/s, at which a static surface slides past the fluid
  std::optional<MotionParams> motion{};  // of a kinematic one

  // The bodies that it consists of: one at first, more after it broke. None of static and kinematic
  // solids where nothing touches them; they get theirs with the first solid that forces move.
  std::function<std::vector<Body*>()> parts{};
};

// What a coupling has to fit.
struct CouplingContext {
  int dimensions = 3;
  double spacing = 0;  // m
  Vec3d gravity;       // m/s^2
  KernelChoice kernel;
  Period period;
  double soundSpeed = 0;            // m/s
  double density = 0;               // kg/m^3, of the heaviest fluid
  FluidParticles* fluid = nullptr;  // for couplings that remember something of each particle

  // The fastest flow that is expected, in m/s: the speed of sound is chosen for a Mach number of
  // 0.1.
  double flowSpeed() const { return soundSpeed / 10; }
};

// Solids come and go between steps: those that a world starts with are added one by one, too,
// before the first step. The world drops a coupling that no solid takes any more.
//
// The functions from prepare() on are called in the order in which they stand here, each once in a
// step.
class Coupling {
 public:
  virtual ~Coupling() = default;

  // From now on couples this solid. An Error if it cannot; then nothing has changed.
  virtual void add(CoupledSolid solid) = 0;
  // Forgets the solid of this index and its bodies, which still live.
  virtual void remove(std::size_t solid) = 0;

  // Forces on the fluid that belong to the coupling: asked for whenever solids came or went,
  // computed by the solver in every step.
  virtual FluidForces forces() { return {}; }

  // Before neighbours are listed: sees which parts solids now have. Also after solids came or went,
  // and before restore().
  virtual void prepare() {}

  // The longest step that the motion of solids allows, in s.
  virtual double longestStep() const { return std::numeric_limits<double>::infinity(); }

  // Before fluid and solids move.
  virtual void begin(const FluidParticles&, const FluidSurroundings&) {}

  // After the fluid moved: the last motion of these particles was prescribed by sources.
  virtual void forgetMotion(std::span<const std::uint32_t> /*particles*/) {}

  // Hands the forces of the fluid to the solids, which are advanced next; they act during `share`
  // of the step.
  virtual void push(double /*share*/) {}

  // After fluid and solids moved by dt, in s. Couplings are asked in reverse order.
  virtual void correct(FluidParticles&, FluidSolver&, double /*dt*/) {}

  // Of the last step, of every solid that it couples.
  virtual std::vector<LoadsOnSolid> loads() const { return {}; }
};

using Couplings = std::vector<std::unique_ptr<Coupling>>;

}  // namespace shoal
