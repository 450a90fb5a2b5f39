// Bodies that give way while pressure is being solved.
//
// Pressures P push the sample b for a time dt by the impulse J_b = dt V V_b sum_i P_i grad W_ib,
// the opposite of what its volume does to the particles. Were its body to answer only after the
// step, fluid would be stopped by a body as by a wall and hand it all its momentum: bodies that are
// lighter than the fluid they displace would be thrown further back and forth in each step. So the
// motion that the impulses give takes part in the rate of density. The system stays symmetric, and
// what is left out, how a body deforms or what else it touches, may only make it heavier.
#pragma once

#include "shoal/sph/fluid_particles.h"

namespace shoal {

class CompliantBoundary {
 public:
  // Finds the samples with mobility that touch fluid.
  void build(const FluidParticles& fluid, const FluidSurroundings& around);
  bool any() const { return !samples_.empty(); }

  // Velocities of all wall samples, in m/s, beyond those that they have.
  using Changes = std::vector<Vec3f>;
  // None yet.
  Changes none() const { return Changes(any() ? wallCount_ : 0); }

  // What pressures P (see PressureSystem) give the samples in a time dt.
  void answer(const FluidParticles& fluid, const FluidSurroundings& around, const float* P,
              float dt, Changes& changes);

  // Takes sum_b V_b change_b . grad W_ib off the rates of the particles of a chunk.
  void subtractRate(const FluidParticles& fluid, const FluidSurroundings& around,
                    const Changes& changes, float* rate, Range chunk) const;

  // Adds to the diagonal of the system what a particle's pressure takes off its own rate of density
  // by moving each sample apart from the others.
  void addToDiagonal(const FluidParticles& fluid, const FluidSurroundings& around,
                     std::span<float> diagonal) const;

  // a + share b, sample by sample.
  void add(const Changes& b, float share, Changes& a) const;

  std::span<const std::uint32_t> samples() const { return samples_; }

 private:
  std::size_t wallCount_ = 0;
  std::vector<std::uint32_t> samples_;   // that answer
  std::vector<std::uint32_t> touching_;  // particles near any of them, in rising order
  std::vector<std::uint8_t> isTouching_;
  std::vector<Vec3f> impulses_, answers_;  // by place in samples_
};

}  // namespace shoal
