// Coupling by boundary samples that repel.
#pragma once

#include "shoal/coupling/repulsion/repulsion_force.h"
#include "shoal/coupling/samples/sampled_coupling.h"

namespace shoal {

// A law of repulsion and its samples: what differs between couplings that repel.
struct RepulsionLaw {
  std::shared_ptr<RepulsionForce> force;
  double strength = 0;  // m^2/s^2
  SamplePlacement placement;
};

class RepulsionCoupling final : public SampledCoupling {
 public:
  RepulsionCoupling(const CouplingContext& context, RepulsionLaw law, Boundary& boundary);

  FluidForces forces() override { return {law_.force}; }
  // A particle must not pass into the core of a sample within a step, by the speed that the
  // repulsion gives it over a spacing. Solvers with a speed of sound take shorter ones anyway.
  double longestStep() const override;

 private:
  std::vector<Boundary::SampleValue> sampleValues() override;

  RepulsionLaw law_;
};

// Samples half a spacing behind the surface, so that fluid half a spacing off it is not yet
// repelled. Those of Lennard-Jones stand twice as densely, for their reach is one spacing and fluid
// must not feel the gaps.
SamplePlacement lennardJonesPlacement(const KernelChoice& kernel, double spacing);
SamplePlacement penaltyPlacement(const KernelChoice& kernel, double spacing);

RepulsionLaw lennardJonesLaw(const CouplingContext& context, Boundary& boundary);
RepulsionLaw penaltyLaw(const CouplingContext& context, Boundary& boundary);

}  // namespace shoal
