// What pressure did to each particle in the last step, for forces that are solved for before
// pressure is known.
#pragma once

#include "shoal/core/parallel.h"
#include "shoal/sph/fluid_particles.h"

namespace shoal {

// The difference between the velocity that a step led to and that which all else would have led
// to, as in incremental projection methods [GMS06]. Shared by the forces of a coupling: each tells
// it that a step starts, reads it and says what it then expects; the last one is right.
class LastPressure {
 public:
  explicit LastPressure(FluidParticles& fluid)
      : expected_(fluid.set, "quadratureExpected", Role::State, Vec3f{}),
        step_(fluid.set, "quadratureStep", Role::State, 0.0f),
        acceleration_(fluid.set, "quadraturePressure", Role::Scratch, Vec3f{}) {}

  void beginStep() { begins_ = true; }

  // m/s^2, the same for all attempts to solve a step.
  const Field<Vec3f>& accelerations(const FluidParticles& fluid) {
    if (begins_)
      parallelFor(fluid.size(), [&](std::size_t i) {
        acceleration_[i] = step_[i] > 0 ? (1 / step_[i]) * (fluid.v[i] - expected_[i]) : Vec3f{};
      });
    begins_ = false;
    return acceleration_;
  }

  void expect(const FluidParticles& fluid, double dt) {
    const auto step = static_cast<float>(dt);
    parallelFor(fluid.size(), [&](std::size_t i) {
      expected_[i] = fluid.v[i] + step * fluid.a[i];
      step_[i] = step;
    });
  }
  // A change of velocity (m/s) that is none by pressure.
  void expectChange(std::size_t particle, const Vec3f& dv) { expected_[particle] += dv; }
  // What changed the velocity of this particle in the last step says nothing about pressure.
  void forget(std::size_t particle) { step_[particle] = 0; }

 private:
  Field<Vec3f> expected_;      // m/s, at the end of the last step if there was no pressure
  Field<float> step_;          // s, the last one; 0 if there was none
  Field<Vec3f> acceleration_;  // m/s^2
  bool begins_ = false;
};

}  // namespace shoal
