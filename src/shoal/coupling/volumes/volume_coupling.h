// Fluid and solids that meet through boundary samples which stand for volumes, [ACAT13].
//
// The samples take part in density and pressure, rub and adhere. What the fluid does to them, the
// solids feel. Where bodies move, a guard keeps particles on their side of surfaces.
#pragma once

#include "shoal/coupling/samples/sampled_coupling.h"
#include "shoal/coupling/volumes/surface_guard.h"

namespace shoal {

class VolumeCoupling final : public SampledCoupling {
 public:
  VolumeCoupling(const CouplingContext& context, Boundary& boundary);

  void add(CoupledSolid solid) override;
  void remove(std::size_t solid) override;
  void prepare() override;
  void begin(const FluidParticles& fluid, const FluidSurroundings& around) override;
  void correct(FluidParticles& fluid, FluidSolver& solver, double dt) override;

 private:
  // The bodies of a static or kinematic solid that the guard does not watch yet.
  struct Unwatched {
    std::size_t solid;
    std::function<std::vector<Body*>()> parts;
  };

  void partJoined(const Body& part, const CoupledSolid& solid) override;
  void watchWalls();

  SurfaceGuard guard_;
  std::vector<Unwatched> walls_;
};

}  // namespace shoal
