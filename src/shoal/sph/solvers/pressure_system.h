// The linear system that pressure solves: how pressures push particles, and how pushed particles
// change the density. Solvers that iterate ask for both many times a step, so the gradients of all
// pairs are computed once and kept, in half precision: what an iteration reads is what it costs.
//
// With the kept gradients g_ij = V grad W_ij, and b_i = sum_b V_b grad W_ib of the walls,
//   push:  a_i = -1/rho0_i (P_i (sum_j g_ij + wallPressureFactor b_i) + sum_j P_j g_ij)
//   rate:  ds_i/dt = u_i . (sum_j g_ij + b_i) - sum_j u_j . g_ij - sum_b V_b u_b . grad W_ib
// where P stands for P / s^2 (FluidParticles::pTerm). These are the pair sums of
// addPressureAcceleration and of the continuity equation, [BK15] eq. 4 and 8, with the parts that
// belong to particle i taken out of the sums. With a wallPressureFactor of one, push is the transpose of rate
// but for the densities: the pressures of a step solve a symmetric system.
#pragma once

#include <algorithm>

#include <hwy/base.h>

#include "shoal/sph/fluid_particles.h"

namespace shoal {

class PressureSystem {
 public:
  explicit PressureSystem(FluidParticles& fluid);

  // Sets fluid.s as computeDensity does, and everything below, for the present positions.
  void build(FluidParticles& fluid, const FluidSurroundings& around);

  // What pressure adds to; what is left out counts as zero.
  struct Before {
    const Vec3f* v = nullptr;  // m/s
    const Vec3f* a = nullptr;  // m/s^2
  };
  // u_i = v_i + dt (a_i + push_i(P)) for the particles of a chunk.
  void push(const FluidParticles& fluid, const NeighbourList& near, const float* P,
            const Before& before, float dt, Vec3f* u, Range chunk) const;

  // ds_i/dt for the velocities u, for the particles of a chunk.
  void rate(const NeighbourList& near, const Vec3f* u, float* rate, Range chunk) const;
  // The same without the last sum, the walls' motion: linear in u.
  void rateBesideWallsAtRest(const NeighbourList& near, const Vec3f* u, float* rate,
                             Range chunk) const;

  // What one pascal of P_i takes off ds_i/dt in a second, in 1/(Pa s^2).
  std::span<const float> diagonal() const { return own_.diagonal.span(); }
  std::span<float> diagonal() { return own_.diagonal.span(); }

  // What is missing in the diagonal of a particle that can hardly move: one that is caught between
  // surfaces. They push it from all sides, the sum of its gradients nearly vanishes, and the
  // pressure that takes off its density by moving it has no bound and throws it about. So its
  // pressure takes off density without motion, too: it may be compressed.
  float compliance(const FluidParticles& fluid, std::size_t i) const {
    return std::max(0.0f, leastDiagonal_ / fluid.restDensity(i) - own_.diagonal[i]);
  }

  std::size_t bytes() const;

  // What the passes read and write.
  struct Own {
    Field<Vec3f> push;      // sum_j g_ij + wallPressureFactor b_i
    Field<Vec3f> rate;      // sum_j g_ij + b_i
    Field<float> wallRate;  // sum_b V_b u_b . grad W_ib
    Field<float> diagonal;
  };
  // The gradients of one chunk's lists: x, y and z of as many neighbours as the machine has lanes,
  // then the next ones; lists are filled up with zeros.
  using Gradients = std::vector<hwy::float16_t>;

 private:
  Own own_;
  std::vector<Gradients> gradients_;  // by chunk, times scale_
  float scale_ = 1;                   // m, brings them to about one
  float leastDiagonal_ = 0;           // 1/m^2, times the density at rest
};

}  // namespace shoal
