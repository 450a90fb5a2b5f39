// The pressure at the boundary samples of walls that continue the lattice of the fluid, see
// WallFit, in a linear system of the pressure of particles.
//
// The force between a particle i and a sample b is that of two particles,
//   F_ib = -V V_b (P_i + P_b) grad W_ib,
// so that constant pressure causes no force on fluid beside a wall, as it causes none inside. The
// samples have no unknowns of their own; pressure is extrapolated to them from the fluid nearby,
//   P_b = sum_i c_bi P_i,   c_bi = W_bi / sum_k W_bk,
// the first term of [AHA12] eq. 27. Mirroring the pressure of each particle instead (P_b = P_i)
// would ask that no fluid approaches a wall, even where other fluid gives way.
//
// The mean lies within the fluid, the sample behind the wall. Where fluid stays at the wall, its
// acceleration a_i by all but pressure is balanced by the gradient of pressure, so that weight adds
//   w_b = sum_i c_bi rho_i (a_i - a_b) . (x_b - x_i),
// the hydrostatic term of [AHA12]. It is known before the solve and leaves the system symmetric.
// Samples of free bodies, whose a_b is not known, count as at rest. P_b stays positive: below a
// ceiling fluid falls off instead of hanging on it.
//
// The system stays symmetric because the rate of density of particles gets the transpose of this,
//   ds_i/dt += sum_b (V_b / V) c_bi r_b,   r_b = V sum_i (u_b - u_i) . grad W_bi:
// r_b is the rate of density at the sample, zero in a flow without compression.
//
// Iterations evaluate these sums many times a step: the weights and gradients of all pairs are
// computed once and kept.
#pragma once

#include <span>
#include <vector>

#include "shoal/sph/boundary/particles_near.h"

namespace shoal {

// A weight and a gradient for each pair of some lists.
struct WallPairs {
  std::vector<std::size_t> begin;  // of each list, in pairs
  std::vector<float> numbers;      // of each list: all weights, then all x, y and z of gradients
};

class WallPressure {
 public:
  // Finds the samples near fluid and the particles near them, for the present positions.
  void build(const FluidParticles& fluid, const FluidSurroundings& around);
  bool any() const { return !samples_.empty(); }

  // By sample of the boundary; 0 where it has no pressure. Empty without any().
  using BySample = std::vector<float>;

  // Adds to the diagonal of the system what a particle's pressure changes by way of P_b in its own
  // rate of density; `own` are PressureSystem::gradientSums().
  void addToDiagonal(const FluidParticles& fluid, const FluidSurroundings& around,
                     std::span<const Vec3f> own, std::span<float> diagonal) const;

  // P_b of the pressures P.
  void extrapolate(const FluidSurroundings& around, const float* P, BySample& ofSamples) const;
  // The same; empty without any().
  BySample ofSamples(const FluidSurroundings& around, std::span<const float> P) const;
  // w_b by the accelerations a of particles, as far as it leaves P_b of the pressures P positive.
  // Beyond `most`, in m/s^2, an acceleration is none of weight but of a blow or a repulsion, and
  // counts as much as that.
  void weights(const FluidParticles& fluid, const FluidSurroundings& around, const float* P,
               const Vec3f* a, float most, BySample& ofSamples) const;
  // Adds to the velocities of a chunk of particles what P_b changes in a time dt.
  void accelerate(const FluidParticles& fluid, const FluidSurroundings& around,
                  const BySample& pressures, float dt, Vec3f* u, Range chunk) const;
  // (V_b / V) r_b for the velocities u of particles. Samples move with their velocities, if
  // `moving`, and with `changes` in addition, if there are any.
  void rates(const FluidSurroundings& around, const Vec3f* u, bool moving,
             std::span<const Vec3f> changes, BySample& ofSamples) const;
  // Adds their share to the rates of the particles of a chunk.
  void addRates(const FluidSurroundings& around, const BySample& ofSamples, float* rate,
                Range chunk) const;
  std::size_t bytes() const {
    return sizeof(float) * (ofSamples_.numbers.capacity() + ofParticles_.numbers.capacity());
  }

 private:
  std::vector<std::uint32_t> samples_;  // with several layers, near fluid
  ParticlesNear near_;                  // any of them
  WallPairs ofSamples_;                 // by sample: W_bi and grad W_bi
  WallPairs ofParticles_;               // by particle near them: c_bi and V_b grad W_ib
  std::vector<float> perWeight_;  // 1 / sum_k W_bk, by sample of the boundary; 0 where no fluid is
};

}  // namespace shoal
