// Coupling of rigid solids by direct forcing, [BTT09].
#pragma once

#include "shoal/coupling/coupling.h"
#include "shoal/coupling/forcing/direct_forcing.h"

namespace shoal {

class DirectForcingCoupling final : public Coupling {
 public:
  // An Error if a solid is not rigid.
  DirectForcingCoupling(std::vector<CoupledSolid> solids, const CouplingContext& context);

  double longestStep() const override { return forcing_.longestStep(); }
  void begin(const FluidParticles& fluid, const FluidSurroundings& around) override;
  void correct(FluidParticles& fluid, FluidSolver& solver, double dt) override;
  std::vector<LoadsOnSolid> loads() const override;

  const DirectForcing& forcing() const { return forcing_; }

 private:
  std::vector<Load> friction() const;

  std::vector<CoupledSolid> solids_;
  std::vector<RigidBody*> bodies_;  // of these
  DirectForcing forcing_;
  double lastStep_ = 0;  // s
};

}  // namespace shoal
