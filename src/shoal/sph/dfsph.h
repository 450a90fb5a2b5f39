// Divergence-free SPH, [BK15]: two implicit solves a step on the same system, one that keeps the
// density from rising above its rest value, one that keeps the velocities from compressing.
//
// Deviations from the paper, all in the iteration and none in what is solved for:
// - The unknowns are pressures in pascal rather than kappa = P dt^2 / rho^2, so that the pressures
//   of the last step are a good first guess for this one whatever the lengths of the two steps.
// - The Jacobi iteration is accelerated by Nesterov's momentum with restarts (accelerated projected
//   gradient descent, as [MHNT15] use it for contacts), which needs about the square root of the
//   iterations and takes the same two passes for each.
// - A guess that is good enough already is taken as it is: the paper always iterates. Good enough
//   means that particles are neither too dense nor pushed apart further than need be: a first guess
//   can be too high, and counting compression alone, as the paper does, would let it add energy.
#pragma once

#include "shoal/sph/fluid_params.h"
#include "shoal/sph/fluid_solver.h"
#include "shoal/sph/pressure_system.h"

namespace shoal {

class Dfsph final : public FluidSolver {
 public:
  // `flowSpeed` is the speed, in m/s, that the fluid may be expected to reach: steps are short
  // enough for it from the beginning, since pressure cannot be found for steps in which fluid at
  // rest would fall far.
  Dfsph(const DfsphParams& params, double spacing, double flowSpeed, const KernelChoice& kernel,
        FluidParticles& fluid);

  void welcome(FluidParticles& fluid, Range fresh) override;
  void prepare(FluidParticles& fluid, const FluidSurroundings& around, const FluidForces& forces,
               double time) override;
  double longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                     const StepLimits& limits) const override;
  void solve(FluidParticles& fluid, const FluidSurroundings& around, const FluidForces& forces,
             double dt) override;
  double fastestMove(const FluidParticles& fluid) const override;
  void feelPressure(FluidParticles& fluid, const FluidSurroundings& around) override;
  void move(FluidParticles& fluid, double dt, double furthest) override;
  double internalEnergy(const FluidParticles&, std::size_t) const override { return 0; }
  void addWallForces(const FluidParticles& fluid, const FluidSurroundings& around,
                     std::span<Vec3f> force) const override;
  std::string advice() const override;
  std::size_t bytes() const override { return system_.bytes(); }

 private:
  struct Goal;
  struct Solved {
    int iterations = 0;
    double error = 0;
  };
  // Means over all particles, as shares of the density.
  struct Residual {
    double dense = 0, thin = 0;
    double sum() const { return dense + thin; }
  };
  Solved iterate(const FluidParticles& fluid, const FluidSurroundings& around, const Goal& goal,
                 Field<float>& pressure);
  Residual computeResidual(const FluidParticles& fluid, const NeighbourList& near,
                           const Goal& goal);

  DfsphParams params_;
  double spacing_;    // m
  double flowSpeed_;  // m/s
  std::size_t fewNeighbours_;
  PressureSystem system_;
  Field<float> densityPressure_;     // Pa, P / s^2, of the last constant-density solve
  Field<float> divergencePressure_;  // Pa, of the last divergence-free solve
  Field<float> tried_;               // Pa, where the iteration looks next
  Field<float> residual_;            // what the solve wants to be zero, or below without pressure
  Field<Vec3f> u_;                   // m/s, the velocity that comes of it
};

}  // namespace shoal
