// What every way of computing a fluid's pressure offers to the step.
#pragma once

#include "shoal/sph/fluid_particles.h"

namespace shoal {

// All that a solver sees of the world.
struct FluidSurroundings {
  const WallSamples& walls;
  const Neighbours& near;
  KernelChoice kernel;
  Vec3f gravity;  // m/s^2
};

// Shares of the natural time scales that a step may take.
struct StepLimits {
  double courant, force, viscous;
};

class FluidSolver {
 public:
  virtual ~FluidSolver() = default;

  // Computes what holds at time t: density, pressure, acceleration.
  virtual void prepare(FluidParticles& fluid, const FluidSurroundings& around) = 0;

  // The longest stable step from the prepared state, in s.
  virtual double longestStep(const FluidParticles& fluid, const StepLimits& limits) const = 0;

  // Moves the fluid from t to t + dt. Solvers that iterate look around while they do.
  virtual void advance(FluidParticles& fluid, const FluidSurroundings& around, double dt) = 0;

  // Energy stored in compression, per particle, in J.
  virtual double internalEnergy(const FluidParticles& fluid, std::size_t i) const = 0;

  // The force of the fluid on each wall sample in the prepared state, in N.
  virtual void wallForces(const FluidParticles& fluid, const FluidSurroundings& around,
                          std::vector<Vec3f>& force) const = 0;

  // The length of the last step, which the next one needs to know; part of checkpoints.
  double lastStep = 0;
};

}  // namespace shoal
