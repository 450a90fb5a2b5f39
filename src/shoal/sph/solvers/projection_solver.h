// What solvers that project velocities share: isph and dfsph find the velocities at the end of a
// step by solving one linear system for the pressure, and move the fluid with these.
#pragma once

#include "shoal/sph/forces/artificial_viscosity.h"
#include "shoal/sph/solvers/fluid_solver.h"
#include "shoal/sph/solvers/pressure_iteration.h"

namespace shoal {

class ProjectionSolver : public FluidSolver {
 public:
  double longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                     const StepLimits& limits) const override;
  double fastestMove(const FluidParticles& fluid) const override;
  void move(FluidParticles& fluid, double dt, double furthest) override;
  double internalEnergy(const FluidParticles&, std::size_t) const override { return 0; }
  void addViscousBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                                std::span<Vec3f> force) const override;
  // Makes the system symmetric beside boundaries, as conjugate gradients need it.
  double wallPressureFactor(double) const override { return 1; }
  std::size_t bytes() const override { return system_.bytes() + iteration_.bytes(); }

 protected:
  // `flowSpeed` is the expected speed of the flow, in m/s. It limits steps from the beginning,
  // since the pressure solve does not converge for steps in which fluid at rest would fall far.
  ProjectionSolver(double spacing, double flowSpeed, const ArtificialViscosity& viscosity,
                   const IterationParams& iteration, FluidParticles& fluid);

  // Velocity changes of compliant samples by the own accelerations of their bodies over dt.
  CompliantBoundary::Changes ownChanges(const FluidSurroundings& around, double dt) const;

  const double spacing_;    // m
  const double flowSpeed_;  // m/s
  ArtificialViscosityForce viscosity_;
  PressureSystem system_;
  PressureIteration iteration_;
  Field<Vec3f> u_;  // m/s, velocity after the solve

 private:
  void addAccelerations(FluidParticles& fluid, const FluidSurroundings& around,
                        double time) override;
  bool keepsAccelerations() const override { return true; }

  bool damps_;  // whether its artificial viscosity acts between particles
};

}  // namespace shoal
