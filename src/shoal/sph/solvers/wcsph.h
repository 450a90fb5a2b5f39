// Weakly compressible SPH: an equation of state, symmetric pressure forces, artificial viscosity
// and leapfrog integration, [BTT09] section III with the prediction of [And05] eq. 3.8 and 3.9.
#pragma once

#include <optional>

#include "shoal/sph/boundary/wall_pressure.h"
#include "shoal/sph/fluid_params.h"
#include "shoal/sph/solvers/equation_of_state.h"
#include "shoal/sph/solvers/fluid_solver.h"
#include "shoal/sph/solvers/particle_shifting.h"
#include "shoal/sph/solvers/pressure_force.h"

namespace shoal {

class Wcsph final : public FluidSolver {
 public:
  // `soundSpeed` is the resolved one: never 0.
  Wcsph(const WcsphParams& params, double soundSpeed, const KernelChoice& kernel,
        FluidParticles& fluid);

  void initialiseAdded(FluidParticles& fluid, Range fresh) override;
  double longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                     const StepLimits& limits) const override;
  double fastestMove(const FluidParticles& fluid) const override;
  void computeVirialPressure(FluidParticles&, const FluidSurroundings&) override {
  }  // its pass does
  void move(FluidParticles& fluid, double dt, double furthest) override;
  void changeVelocities(FluidParticles& fluid, std::span<const VelocityChange> changes) override;
  double internalEnergy(const FluidParticles& fluid, std::size_t i) const override;
  double powerOfBoundary(const FluidParticles& fluid,
                         const FluidSurroundings& around) const override;
  void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<Vec3f> force) const override;
  void addViscousBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                                std::span<Vec3f> force) const override;
  double impulseTime(double dt) const override;
  double wallPressureFactor(double fitted) const override { return layered_ ? 1 : fitted; }
  std::string advice() const override;

 private:
  void prepareState(FluidParticles& fluid, const FluidSurroundings& around) override;
  void addAccelerations(FluidParticles& fluid, const FluidSurroundings& around,
                        double time) override;
  Field<Vec3f>& integratedVelocity(FluidParticles&) override { return vHalf_; }
  bool keepsAccelerations() const override { return true; }
  // Explicit: the pressure at time t acts.
  void solvePressure(FluidParticles&, const FluidSurroundings&, double) override {}
  void computeDensities(FluidParticles& fluid, const FluidSurroundings& around);

  EquationOfState state_;
  ArtificialViscosity viscosity_;
  float damping_;  // m^2/s, kinematic bulk viscosity
  int dimensions_;
  bool corrected_;         // density by correctDensity
  Field<Vec3f> vHalf_;     // m/s, at time t - dt/2
  Field<float> sBefore_;   // relative density one step earlier
  double stepsAhead_ = 0;  // how far x is ahead of s, in steps of the length before
  // Where density is integrated:
  std::optional<Field<float>> sHalf_;  // at time t - dt/2
  std::optional<Field<float>> sRate_;  // 1/s
  std::vector<float> summed_;          // where it is corrected: the density before
  // Where walls continue the lattice of the fluid:
  bool layered_;
  WallPressure walls_;
  WallPressure::BySample wallPressures_;
  // Where particles are shifted, see computeShift:
  float shiftDiffusivity_;             // m^2/s
  std::optional<Field<Vec3f>> shift_;  // m/s
};

}  // namespace shoal
