// The interface of forces on the fluid other than pressure.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "shoal/sph/fluid_particles.h"

namespace shoal {

// Fractions of the natural time scales that a step may take.
struct StepLimits {
  double courant, force, viscous;
};

// The source that a force on the boundary is reported under.
enum class BoundaryForceKind { Pressure, Viscosity, Adhesion };

class FluidForce {
 public:
  virtual ~FluidForce() = default;

  // The name in the diagnosis of a run that diverged.
  virtual const char* name() const { return "a force"; }

  // Adds the acceleration by the force at time t to fluid.a. Reads x, v, s.
  virtual void accelerate(FluidParticles& fluid, const FluidSurroundings& around, double time) = 0;

  // Whether accelerateOver does anything.
  virtual bool actsOverSteps() const { return false; }

  // For stiff forces, which are integrated implicitly: changes fluid.a such that v + dt a is the
  // velocity after a step of length dt. Called when all accelerations except that of pressure are
  // known.
  virtual void accelerateOver(FluidParticles&, const FluidSurroundings&, double /*dt*/) {}

  // Iterations of the last accelerateOver.
  virtual int iterations() const { return 0; }

  // The longest stable step, in s.
  virtual double longestStep(const FluidParticles&, const FluidSurroundings&,
                             const StepLimits&) const {
    return std::numeric_limits<double>::infinity();
  }

  // Power of the force on the fluid when it was last computed, in W, without the power of walls and
  // of forces with a potential energy in the ledger.
  virtual double power() const { return 0; }

  // The source that addBoundaryForces is reported under.
  virtual BoundaryForceKind kind() const { return BoundaryForceKind::Viscosity; }

  // Adds the force of the fluid on each boundary sample, in N, to `force`.
  virtual void addBoundaryForces(const FluidParticles&, const FluidSurroundings&,
                                 std::span<Vec3f> /*force*/) const {}
};

// Shared with the couplings that some of the forces belong to.
using FluidForces = std::vector<std::shared_ptr<FluidForce>>;

}  // namespace shoal
