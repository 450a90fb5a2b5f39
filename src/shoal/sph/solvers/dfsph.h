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

#include "shoal/sph/solvers/projection_solver.h"

namespace shoal {

class Dfsph final : public ProjectionSolver {
 public:
  Dfsph(const DfsphParams& params, double spacing, double flowSpeed, const KernelChoice& kernel,
        FluidParticles& fluid);

  void initialiseAdded(FluidParticles& fluid, Range fresh) override;
  void computeVirialPressure(FluidParticles& fluid, const FluidSurroundings& around) override;
  void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<Vec3f> force) const override;
  std::string advice() const override;

 private:
  void prepareState(FluidParticles& fluid, const FluidSurroundings& around) override;
  void solvePressure(FluidParticles& fluid, const FluidSurroundings& around, double dt) override;
  void removeDivergence(FluidParticles& fluid, const FluidSurroundings& around);
  CorrectionFraction chooseCorrectionFraction(const FluidParticles& fluid, double compression,
                                              double dt) const;

  DfsphParams params_;
  double finest_;                    // see PressureGoal
  double correctionDistance_;        // spacings
  Field<float> densityPressure_;     // Pa, P / s^2, of the last density solve
  Field<float> divergencePressure_;  // Pa, what the divergence solve added
  CompliantBoundary::Changes boundaryAfterDivergence_;
  double divergenceStep_ = 0, solvedStep_ = 0;  // s, durations for which the two pressures act
};

}  // namespace shoal
