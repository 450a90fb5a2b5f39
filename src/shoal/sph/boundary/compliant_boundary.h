// Boundary samples of bodies that move in response to pressure within the pressure solve.
//
// Pressures P give the sample b in a time dt the impulse J_b = dt V V_b sum_i (P_i + P_b) grad
// W_ib, where P_b is 0 on sheets and on walls of one layer, the reaction to its force on the
// particles. If a body responded only after the step, the pressure solve would treat it as
// immovable and overestimate the exchanged momentum: the added-mass instability of bodies that are
// lighter than the fluid they displace. So the velocities that the impulses cause enter the rate of
// density. The system stays symmetric. Effects that the response leaves out, such as deformation or
// contacts, must only make the body heavier.
#pragma once

#include "shoal/core/gathered.h"
#include "shoal/sph/boundary/particles_near.h"

namespace shoal {

class CompliantBoundary {
 public:
  // Lists the samples with mobility that are near fluid.
  void build(const FluidParticles& fluid, const FluidSurroundings& around);
  bool any() const { return !samples_.empty(); }

  // Changes of the velocities of all boundary samples, in m/s.
  using Changes = GatheredVector<Vec3f>;
  // Zero changes.
  Changes none() const { return Changes(any() ? sampleCount_ : 0); }

  // Changes by pressures P (see PressureSystem), and by those of samples (see WallPressure), that
  // act for a time dt.
  void respond(const FluidParticles& fluid, const FluidSurroundings& around, const float* P,
               std::span<const float> ofSamples, float dt, Changes& changes);

  // Subtracts sum_b V_b change_b . grad W_ib from the rates of the particles of a chunk.
  void subtractRate(const FluidParticles& fluid, const FluidSurroundings& around,
                    const Changes& changes, float* rate, Range chunk) const;

  // Adds to the diagonal of the system how a particle's pressure changes its own rate of density
  // by moving samples, each as if it moved alone.
  void addToDiagonal(const FluidParticles& fluid, const FluidSurroundings& around,
                     std::span<float> diagonal) const;

  // a + share b, sample by sample.
  void add(const Changes& b, float share, Changes& a) const;

  std::span<const std::uint32_t> samples() const { return samples_; }
  // Whether a particle is near any of them, and how many are.
  bool isNear(std::size_t i) const { return near_.contains(i); }
  std::size_t particlesNear() const { return near_.all().size(); }

 private:
  std::size_t sampleCount_ = 0;
  std::vector<std::uint32_t> samples_;       // compliant ones near fluid
  ParticlesNear near_;                       // any of them
  std::vector<Vec3f> impulses_, responses_;  // by place in samples_
};

}  // namespace shoal
