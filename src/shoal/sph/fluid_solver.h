// What every way of computing a fluid's pressure offers to the step.
#pragma once

#include <string>

#include "shoal/sph/fluid_force.h"

namespace shoal {

// What a solver did in its last step, for people and tables.
struct SolverReport {
  int iterations = 0;            // of the pressure, or of its constant-density part
  int divergenceIterations = 0;  // of the divergence-free part
  double densityError = 0;       // mean of max(0, s - 1) that the last step was solved to
};

class FluidSolver {
 public:
  virtual ~FluidSolver() = default;

  // Gives newly added particles, whose x, v and phase are set, whatever else they need.
  virtual void welcome(FluidParticles& fluid, Range fresh) = 0;

  // Computes what holds at time t: density, and all accelerations that are known before the length
  // of the step is.
  virtual void prepare(FluidParticles& fluid, const FluidSurroundings& around,
                       const FluidForces& forces, double time) = 0;

  // The longest stable step from the prepared state, in s.
  virtual double longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                             const StepLimits& limits) const = 0;

  // Moves the fluid from t to t + dt.
  virtual void advance(FluidParticles& fluid, const FluidSurroundings& around,
                       const FluidForces& forces, double dt) = 0;

  // Energy stored in compression, per particle, in J.
  virtual double internalEnergy(const FluidParticles& fluid, std::size_t i) const = 0;

  // Adds the force of pressure on each wall sample, in N, to `force`: as of the last pressures.
  virtual void addWallForces(const FluidParticles& fluid, const FluidSurroundings& around,
                             std::span<Vec3f> force) const = 0;

  // WallSamples::mirror that the solver works with, given the fitted one.
  virtual double wallMirror(double fitted) const { return fitted; }

  // What is likely to help when a run diverges.
  virtual std::string advice() const = 0;

  const SolverReport& report() const { return report_; }

  // The length of the last step, which the next one needs to know; part of checkpoints.
  double lastStep = 0;

 protected:
  // Sets fluid.a to what all forces but pressure do at time t.
  static void computeForces(FluidParticles& fluid, const FluidSurroundings& around,
                            const FluidForces& forces, double time);

  // The greatest length of a vector of the field.
  static double largest(const Field<Vec3f>& field);

  SolverReport report_;
};

}  // namespace shoal
