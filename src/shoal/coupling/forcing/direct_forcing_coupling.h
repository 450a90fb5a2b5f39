// Coupling of rigid solids by direct forcing, [BTT09].
#pragma once

#include "shoal/coupling/coupling.h"
#include "shoal/coupling/forcing/direct_forcing.h"
#include "shoal/coupling/samples/pressure_samples.h"

namespace shoal {

class DirectForcingCoupling final : public Coupling {
 public:
  DirectForcingCoupling(const CouplingContext& context, Boundary& boundary);

  // An Error if the solid is not rigid.
  void add(CoupledSolid solid) override;
  void remove(std::size_t solid) override;
  void prepare() override { samples_.prepare(); }
  double longestStep() const override { return forcing_.longestStep(); }
  void begin(const FluidParticles& fluid, const FluidSurroundings& around) override;
  void correct(FluidParticles& fluid, FluidSolver& solver, double dt) override;
  std::vector<LoadsOnSolid> loads() const override;

  const DirectForcing& forcing() const { return forcing_; }

  // The one among these, for measurements; none if no solid takes it.
  static const DirectForcingCoupling* among(const Couplings& couplings);

 private:
  struct Member {
    std::size_t solid;  // its index
    RigidBody* body;
  };

  std::vector<Load> friction() const;

  std::vector<Member> members_;  // in the order of the bodies that are forced
  PressureSamples samples_;
  DirectForcing forcing_;
  double lastStep_ = 0;  // s
};

}  // namespace shoal
