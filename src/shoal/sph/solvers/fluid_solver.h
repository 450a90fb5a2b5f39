// The interface of pressure solvers, and the order of a step that they share.
#pragma once

#include <string>

#include "shoal/sph/forces/fluid_force.h"

namespace shoal {

// Statistics of the last step.
struct SolverReport {
  int iterations = 0;            // of the pressure solve; of the density solve in dfsph
  int divergenceIterations = 0;  // of the divergence solve
  int forceIterations = 0;       // of implicitly integrated forces, such as viscosity
  double densityError = 0;       // mean of max(0, s - 1) that the last step was solved to
};

// A change of the velocity of a particle by something besides the solver.
struct VelocityChange {
  std::uint32_t particle;
  Vec3f dv;  // m/s
};

// A step calls prepare, longestStep, solve (again if the step turns out to be too long) and move.
// prepare and solve are the same for every solver: they call its private virtual functions and
// apply the forces in between, so that no solver can leave out forces that are integrated
// implicitly.
class FluidSolver {
 public:
  virtual ~FluidSolver() = default;

  // Sets the solver's own fields of newly added particles, whose x, v and phase are set.
  virtual void initialiseAdded(FluidParticles& fluid, Range fresh) = 0;

  // Computes the density and all accelerations at time t that do not depend on the length of the
  // step.
  void prepare(FluidParticles& fluid, const FluidSurroundings& around, const FluidForces& forces,
               double time);

  // The longest stable step from the prepared state, in s.
  virtual double longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                             const StepLimits& limits) const = 0;

  // Finds the pressure of the step from t to t + dt. Neither x nor v change yet: a step that turns
  // out to be too long is solved again.
  void solve(FluidParticles& fluid, const FluidSurroundings& around, const FluidForces& forces,
             double dt);

  // The speed of the fastest particle during the step that was solved, in m/s.
  virtual double fastestMove(const FluidParticles& fluid) const = 0;

  // Sets fluid.virialPressure, see addPressureAcceleration, of the step that was solved.
  virtual void computeVirialPressure(FluidParticles& fluid, const FluidSurroundings& around) = 0;

  // Moves the fluid over the step that was solved, no particle further than `furthest`, in m.
  virtual void move(FluidParticles& fluid, double dt, double furthest) = 0;

  // Changes velocities after the fluid was moved. No particle is named twice.
  virtual void changeVelocities(FluidParticles& fluid, std::span<const VelocityChange> changes);

  // Energy stored in compression, per particle, in J.
  virtual double internalEnergy(const FluidParticles& fluid, std::size_t i) const = 0;

  // The power of the boundary on the fluid at the prepared instant, in W, beyond that of its
  // motion: zero where its force follows from the energy of compression.
  virtual double powerOfBoundary(const FluidParticles&, const FluidSurroundings&) const {
    return 0;
  }

  // Adds the force of pressure on each boundary sample, in N, to `force`: of the step that was
  // solved.
  virtual void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                                 std::span<Vec3f> force) const = 0;
  // The viscous part of the boundary forces, by the artificial viscosity of the solver.
  virtual void addViscousBoundaryForces(const FluidParticles& fluid,
                                        const FluidSurroundings& around,
                                        std::span<Vec3f> force) const = 0;

  // Duration, in s, for which the forces of the solved step act on the momentum of the fluid.
  virtual double impulseTime(double dt) const { return dt; }

  // BoundarySamples::wallPressureFactor that the solver works with, given the fitted one.
  virtual double wallPressureFactor(double fitted) const { return fitted; }

  // Memory held besides the fields of the fluid.
  virtual std::size_t bytes() const { return 0; }

  // Advice to the user when a run diverges.
  virtual std::string advice() const = 0;

  const SolverReport& report() const { return report_; }

  // The length of the last step, which the next one needs to know; part of checkpoints.
  double lastStep = 0;

  // The longest stable step from the prepared state, by all limits, in s. Steps that have to end
  // at a given time may be far shorter. Set before solve().
  double stableStep = 0;

  // The particles that sources move in this step, whose solved velocities count for nothing. Set
  // before solve().
  void setDriven(std::span<const std::uint32_t> particles);

 protected:
  // The mean of max(0, s - 1).
  static double meanCompression(const FluidParticles& fluid);

  // The greatest length of a vector of the field.
  static double largest(const Field<Vec3f>& field);
  // The same of the particles that are not driven.
  double largestOfFree(const Field<Vec3f>& field) const;

  // x + dt v, or as far as `furthest` in that direction.
  static Vec3f moved(const Vec3f& x, const Vec3f& v, float dt, float furthest);

  SolverReport report_;

 private:
  // Sets fluid.s and other quantities that follow from positions and velocities at time t. May
  // change v.
  virtual void prepareState(FluidParticles& fluid, const FluidSurroundings& around) = 0;

  // Adds the accelerations that the solver itself computes at time t to fluid.a, which holds those
  // by `forces`: its artificial viscosity, and pressure where that does not depend on the step.
  virtual void addAccelerations(FluidParticles& fluid, const FluidSurroundings& around,
                                double time) = 0;

  // The velocity to which `move` adds impulseTime(dt) times the acceleration.
  virtual Field<Vec3f>& integratedVelocity(FluidParticles& fluid) { return fluid.v; }

  // Finds the pressure of a step of length dt. When it is called, fluid.a is what addAccelerations
  // left plus the acceleration by forces that act over whole steps; it may be changed.
  virtual void solvePressure(FluidParticles& fluid, const FluidSurroundings& around, double dt) = 0;
  // Whether it never is: then nothing has to be kept for a second solve of the step.
  virtual bool keepsAccelerations() const { return false; }

  void addForcesOverStep(FluidParticles& fluid, const FluidSurroundings& around,
                         const FluidForces& forces, double dt);

  // m/s^2, fluid.a at the end of prepare, where solving a step changes it.
  std::vector<Vec3f> prepared_;
  bool solvedBefore_ = false;          // since prepare
  std::vector<std::uint32_t> driven_;  // rising
};

}  // namespace shoal
