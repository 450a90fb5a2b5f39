// Boundary samples that repel fluid without taking part in density and pressure.
#pragma once

#include "shoal/sph/forces/fluid_force.h"

namespace shoal {

// A law of repulsion acts on the samples to which it gave a strength, and on no others.
class RepulsionForce : public FluidForce {
 public:
  RepulsionForce(BoundarySamples& samples, const std::string& law)
      : strength_(samples.set, law, Role::State, 0.0f) {}

  BoundaryForceKind kind() const override { return BoundaryForceKind::Pressure; }

  // D of the law, in m^2/s^2, of every sample; 0 of those that do not repel by it.
  Field<float>& strength() { return strength_; }

 protected:
  Field<float> strength_;
};

}  // namespace shoal
