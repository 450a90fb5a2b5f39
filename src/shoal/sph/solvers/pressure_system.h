// The linear system of the pressure: the acceleration by pressure, and the rate of density by
// velocity. Iterative solvers evaluate both many times a step, so the gradients of all pairs are
// computed once and kept, in half precision: an iteration is bound by the memory that it reads.
//
// With the kept gradients g_ij = V grad W_ij, and b_i = sum_b V_b grad W_ib of the boundary, or the
// corrected ones in the place of both (FluidSurroundings::correction),
//   acceleration:  a_i = -1/rho0_i (P_i (sum_j g_ij + b_i) + sum_j P_j g_ij)
//   rate:          ds_i/dt = u_i . (sum_j g_ij + b_i) - sum_j u_j . g_ij
//                            - sum_b V_b u_b . grad W_ib
// where P stands for P / s^2 (FluidParticles::pTerm). These are the pair sums of
// addPressureAcceleration and of the continuity equation, [BK15] eq. 4 and 8, with the parts that
// belong to particle i taken out of the sums. The factor of the pressure at walls is one, whatever
// wallPressureFactor is: so the acceleration is the transpose of the rate but for the densities,
// and the pressures of a step solve a symmetric system.
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

  // The state that pressure acts on; null counts as zero.
  struct Before {
    const Vec3f* v = nullptr;  // m/s
    const Vec3f* a = nullptr;  // m/s^2
  };
  // u_i = v_i + dt (a_i + acceleration_i(P)) for the particles of a chunk.
  void applyPressure(const FluidParticles& fluid, const NeighbourList& near, const float* P,
                     const Before& before, float dt, Vec3f* u, Range chunk) const;

  // ds_i/dt for the velocities u, for the particles of a chunk.
  void rate(const NeighbourList& near, const Vec3f* u, float* rate, Range chunk) const;
  // The same without the last sum, the motion of the boundary: linear in u.
  void rateBesideRestingBoundary(const NeighbourList& near, const Vec3f* u, float* rate,
                                 Range chunk) const;

  // -d(ds_i/dt) / dP_i per second that the pressure acts, in 1/(Pa s^2).
  std::span<const float> diagonal() const { return own_.diagonal.span(); }
  std::span<float> diagonal() { return own_.diagonal.span(); }
  // sum_b V_b W_ib, the share of the boundary in the density: 1/2 on the surface of a flat wall.
  std::span<const float> boundaryShare() const { return own_.boundaryShare.span(); }
  // sum_j g_ij + b_i.
  std::span<const Vec3f> gradientSums() const { return own_.gradientSum.span(); }

  // Least diagonal of a particle that pressure can move, in 1/m^2 times its density at rest. With a
  // smaller one it is caught between surfaces: the sum of its gradients nearly vanishes, so that no
  // bounded pressure reduces its density by moving it.
  float leastDiagonal() const { return leastDiagonal_; }

  std::size_t bytes() const;

  // What the passes read and write besides gradients.
  struct Own {
    Field<Vec3f> gradientSum;  // sum_j g_ij + b_i, the coefficient of a particle's own P_i and u_i
    Field<float> boundaryShare;  // sum_b V_b W_ib
    Field<float> diagonal;
    std::vector<float> boundaryRate;  // sum_b V_b u_b . grad W_ib; empty while no sample moves
  };
  // The gradients of one chunk's lists, one after the other: x of 16 neighbours, their y, their z,
  // then those of the next 16, or of as many as are left, whatever the width of the machine; with
  // room for one wide load beyond the last.
  using Gradients = std::vector<hwy::float16_t>;
  // For so many numbers; those kept so far are lost. Blocks are larger than needed by little, since
  // gradients are most of the memory of a run.
  static void makeRoom(Gradients& kept, std::size_t numbers);

 private:
  Own own_;
  std::vector<Gradients> gradients_;  // by chunk, times scale_
  float scale_ = 1;                   // m, brings them to about one
  float leastDiagonal_ = 0;           // 1/m^2, times the density at rest
};

}  // namespace shoal
