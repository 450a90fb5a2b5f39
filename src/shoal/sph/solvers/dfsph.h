// Divergence-free SPH, [BK15]: two implicit solves per step on the same system. The density solve
// keeps the density from rising above its rest value, the divergence solve keeps the velocities
// from compressing.
//
// Deviations from the paper:
// - The unknowns are pressures in pascal rather than kappa = P dt^2 / rho^2, so that the pressures
//   of the last step are a good first guess for this one whatever the lengths of the two steps.
// - Conjugate gradients instead of relaxed Jacobi, see PressureIteration.
// - The error counts compression, and expansion where there is pressure. Counting compression
//   alone, as the paper does, lets pressures that are too high add energy.
// - The divergence solve may take back pressure of the density solve before it, so that undoing
//   compression leaves no velocity behind that drives fluid apart.
// - Spray needs no rule of its own: fluid below the rest density may contract up to it.
#pragma once

#include "shoal/sph/forces/artificial_viscosity.h"
#include "shoal/sph/solvers/fluid_solver.h"
#include "shoal/sph/solvers/pressure_iteration.h"

namespace shoal {

class Dfsph final : public FluidSolver {
 public:
  // `flowSpeed` is the expected speed of the flow, in m/s. It limits steps from the beginning,
  // since the pressure solve does not converge for steps in which fluid at rest would fall far.
  Dfsph(const DfsphParams& params, double spacing, double flowSpeed, const KernelChoice& kernel,
        FluidParticles& fluid);

  void initialiseAdded(FluidParticles& fluid, Range fresh) override;
  double longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                     const StepLimits& limits) const override;
  double fastestMove(const FluidParticles& fluid) const override;
  void computeVirialPressure(FluidParticles& fluid, const FluidSurroundings& around) override;
  void move(FluidParticles& fluid, double dt, double furthest) override;
  double internalEnergy(const FluidParticles&, std::size_t) const override { return 0; }
  void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<Vec3f> force) const override;
  void addViscousBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                                std::span<Vec3f> force) const override;
  std::string advice() const override;
  // Makes the system symmetric beside boundaries, as conjugate gradients need it.
  double wallPressureFactor(double) const override { return 1; }
  std::size_t bytes() const override { return system_.bytes(); }

 private:
  void prepareState(FluidParticles& fluid, const FluidSurroundings& around) override;
  void addAccelerations(FluidParticles& fluid, const FluidSurroundings& around,
                        double time) override;
  void solvePressure(FluidParticles& fluid, const FluidSurroundings& around, double dt) override;
  void removeDivergence(FluidParticles& fluid, const FluidSurroundings& around);
  CorrectionFraction chooseCorrectionFraction(const FluidParticles& fluid, double compression,
                                              double dt) const;

  DfsphParams params_;
  double spacing_;             // m
  double flowSpeed_;           // m/s
  double finest_;              // see PressureGoal
  double correctionDistance_;  // spacings
  ArtificialViscosityForce viscosity_;
  PressureSystem system_;
  PressureIteration iteration_;
  Field<float> densityPressure_;     // Pa, P / s^2, of the last density solve
  Field<float> divergencePressure_;  // Pa, what the divergence solve added
  Field<Vec3f> u_;                   // m/s, velocity after the solve
  CompliantBoundary::Changes boundaryAfterDivergence_;
  double divergenceStep_ = 0, solvedStep_ = 0;  // s, durations for which the two pressures act
};

}  // namespace shoal
