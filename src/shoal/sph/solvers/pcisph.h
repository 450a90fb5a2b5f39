// Predictive-corrective incompressible SPH, [SP09]: pressures are corrected until the predicted
// density is the rest density.
#pragma once

#include "shoal/core/gathered.h"
#include "shoal/sph/boundary/compliant_boundary.h"
#include "shoal/sph/boundary/wall_pressure.h"
#include "shoal/sph/fluid_params.h"
#include "shoal/sph/solvers/fluid_solver.h"
#include "shoal/sph/solvers/pressure_force.h"

namespace shoal {

class Pcisph final : public FluidSolver {
 public:
  // `soundSpeed` is ten times the speed of the fluid, as for wcsph; it scales the artificial
  // viscosity and the steps.
  Pcisph(const PcisphParams& params, double soundSpeed, double spacing, const KernelChoice& kernel,
         FluidParticles& fluid);

  void initialiseAdded(FluidParticles& fluid, Range fresh) override;
  double longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                     const StepLimits& limits) const override;
  double fastestMove(const FluidParticles& fluid) const override;
  void computeVirialPressure(FluidParticles&, const FluidSurroundings&) override {
  }  // its passes do
  void move(FluidParticles& fluid, double dt, double furthest) override;
  double internalEnergy(const FluidParticles&, std::size_t) const override { return 0; }
  void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<Vec3f> force) const override;
  void addViscousBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                                std::span<Vec3f> force) const override;
  std::string advice() const override;
  // Corrections converge only where the force of a pressure is the transpose of the change of
  // density by motion; beside boundaries that asks for the 1 of [AIAST12].
  double wallPressureFactor(double) const override { return 1; }

 private:
  void prepareState(FluidParticles& fluid, const FluidSurroundings& around) override;
  void addAccelerations(FluidParticles& fluid, const FluidSurroundings& around,
                        double time) override;
  void solvePressure(FluidParticles& fluid, const FluidSurroundings& around, double dt) override;
  void computeInertia(const FluidParticles& fluid, const FluidSurroundings& around);
  void usePressure(FluidParticles& fluid, const FluidSurroundings& around);
  void predict(FluidParticles& fluid, const FluidSurroundings& around, float dt);
  void predictSamples(const BoundarySamples& boundary, float dt);
  void predictCompliantSamples(const FluidParticles& fluid, const FluidSurroundings& around,
                               float dt);
  void chooseTarget(const FluidParticles& fluid);
  void findErrors(const FluidParticles& fluid, const FluidSurroundings& around, float dt);
  double meanError() const;
  bool isAstray(double error, double& best);
  struct Pace;
  void correctPressure(const FluidParticles& fluid, double dt, const Pace& pace);

  PcisphParams params_;
  double spacing_;  // m
  int dimensions_;
  // m/s, sqrt(2 P / rho) of the deepest fluid. Pair forces of the pressure P act at the places
  // where a step begins; neighbours oscillate with about this speed over the spacing, which
  // a step has to resolve.
  double pressureSpeed_;
  ArtificialViscosity viscosity_;
  double latticeSlopes_;   // m^-(2 D + 2), sum of |grad W|^2 over a full neighbourhood
  Field<float> pressure_;  // Pa; initial guess of the next step
  Field<float> target_;    // relative density that the step is to end with
  Field<float> error_;     // relative density beyond the target, with that of walls
  Field<float> inertia_;   // kg/m^3, effective density that the pressure of a particle accelerates
  Field<float> best_;      // Pa, the best of this step
  Field<float> lastChange_;  // Pa, of the last correction
  Field<Vec3f> aForces_;     // m/s^2, of everything but pressure
  Field<Vec3f> vNext_;       // m/s, at the end of the step
  Field<Vec3f> xNext_;       // m, at the end of the step
  GatheredVector<Vec3f>
      samplesNext_;  // m, positions of the boundary samples at the end of the step
  WallPressure walls_;
  WallPressure::BySample wallPressures_, wallRates_;
  CompliantBoundary compliant_;
  // m/s, velocity changes of samples by the present pressures, and by these and all else.
  CompliantBoundary::Changes responses_, changes_;
};

}  // namespace shoal
