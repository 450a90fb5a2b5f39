// Fluid and solids that meet through boundary samples which stand for volumes, [ACAT13].
//
// The samples take part in density and pressure, rub and adhere. What the fluid does to them, the
// solids feel. Where bodies move, a guard keeps particles on their side of surfaces.
#pragma once

#include "shoal/coupling/samples/sampled_coupling.h"
#include "shoal/coupling/volumes/surface_guard.h"

namespace shoal {

// Samples a spacing apart, as far behind the surface as WallFit asks for.
SamplePlacement volumePlacement(const KernelChoice& kernel, double spacing);

class VolumeCoupling final : public SampledCoupling {
 public:
  VolumeCoupling(std::vector<CoupledSolid> solids, const CouplingContext& context,
                 Boundary& boundary);

  void begin(const FluidParticles& fluid, const FluidSurroundings& around) override;
  void correct(FluidParticles& fluid, FluidSolver& solver, double dt) override;

 private:
  void partJoined(const Body& part, const CoupledSolid& solid) override;

  SurfaceGuard guard_;
};

}  // namespace shoal
