// Incompressible SPH by projection [CR99]: one implicit solve a step finds the pressures by which
// velocities do not compress the fluid.
//
// What differs from dfsph, which shares the system and its iteration:
// - Gradients are corrected (computeGradientCorrection), so that the rate of density that pressure
//   removes is the divergence of the flow, not the change of the kernel sum, which also varies with
//   the shape of the packing. Fluid then has no yield stress.
// - What the kernel sum says about compression is corrected slowly, over the time in which the flow
//   covers many spacings, as long as it is no more than packings differ by. One solve serves both:
//   the velocities that remove compression are too small to need a second one that takes them back.
// - Walls continue the lattice of the fluid, and their samples have pressures (WallPressure). A
//   particle with few neighbours would pass them before its density reaches that of rest, so it is
//   stopped by the share of the wall in its density.
// - Artificial viscosity acts on noise and impacts, not on smooth flow.
#pragma once

#include "shoal/sph/solvers/projection_solver.h"

namespace shoal {

class Isph final : public ProjectionSolver {
 public:
  // `thinnest` is the least kinematic viscosity of the fluids, in m^2/s.
  Isph(const IsphParams& params, double spacing, double flowSpeed, double thinnest,
       const KernelChoice& kernel, FluidParticles& fluid);

  void initialiseAdded(FluidParticles& fluid, Range fresh) override;
  void computeVirialPressure(FluidParticles& fluid, const FluidSurroundings& around) override;
  void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<Vec3f> force) const override;
  std::string advice() const override;
  std::size_t bytes() const override {
    return ProjectionSolver::bytes() + correction_.capacity() * sizeof(Symmetric3f);
  }

 private:
  void prepareState(FluidParticles& fluid, const FluidSurroundings& around) override;
  void solvePressure(FluidParticles& fluid, const FluidSurroundings& around, double dt) override;
  // The same with the gradients corrected.
  FluidSurroundings corrected(const FluidSurroundings& around) const;
  CorrectionFraction correctionFraction(double dt) const;

  IsphParams params_;
  std::vector<Symmetric3f> correction_;  // see computeGradientCorrection
  Field<float> pressure_;                // Pa, P / s^2
};

}  // namespace shoal
