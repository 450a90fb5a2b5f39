// Finds pressures that keep fluid from being compressed: not below a bound, and such that nothing
// becomes too dense, and that nothing is pushed apart where there is pressure,
//   P >= floor,  r(P) <= 0,  (P - floor) r(P) = 0,
// with the residual r the compression after a step that the goal does not allow.
//
// The system is symmetric (see PressureSystem), which [BK15] does not make use of: its relaxed
// Jacobi iteration carries a change of pressure by one neighbourhood at a time. Here conjugate
// gradients with the diagonal as preconditioner do the same with a fraction of the passes.
// Particles at their bound that want to go below it do not take part. Steps may lead a little
// beyond the bound; if it is more than a little, the pressures are cut there and the search starts
// again.
//
// This is not the recurrence of core/conjugate_gradients.h. The set of free particles changes from
// step to step, so that the residual is no longer orthogonal to the last direction: the length of a
// step is p . r / p . A p instead of r . z / p . A p, directions forget what lies outside the set,
// and a cut of pressures starts the search anew.
#pragma once

#include <algorithm>
#include <limits>

#include "shoal/sph/boundary/compliant_boundary.h"
#include "shoal/sph/fluid_params.h"
#include "shoal/sph/solvers/pressure_system.h"

namespace shoal {

// How much of the compression of a particle a step has to take off.
struct TakenOff {
  float share = 0;                                   // of compression up to `strong`
  float strong = std::numeric_limits<float>::max();  // as a share of the density
  float shareOfStrong = 0;                           // of what is beyond

  float of(float excess) const {
    const float beyond = std::max(0.0f, excess - strong);
    return share * (excess - beyond) + shareOfStrong * beyond;
  }
};

struct PressureGoal {
  // All of it asks for the density at rest at the end of the step, none for velocities that do not
  // compress. Fluid that is thinner than at rest may come together as far as that.
  TakenOff correctionFraction;
  PressureSystem::Before before;
  float dt;                                 // s
  double error;                             // mean residual allowed
  double reduction;                         // share of the first residual allowed
  const float* returnUnresolved = nullptr;  // Pa; the floor is minus this, or zero
  // Velocities that walls which answer gain in the step before pressure acts; null: none.
  const CompliantBoundary::Changes* wallsBefore = nullptr;
  float floor(std::size_t i) const { return returnUnresolved ? -returnUnresolved[i] : 0.0f; }
};

class PressureIteration {
 public:
  PressureIteration(const DfsphParams& params, FluidParticles& fluid);

  struct Outcome {
    int iterations = 0;
    double error = 0;  // mean of what is too dense, as a share of the density
  };
  // Improves `pressure`, in Pa (P / s^2), from where it is; u becomes the velocity it leads to.
  Outcome solve(const PressureSystem& system, const FluidParticles& fluid,
                const FluidSurroundings& around, const PressureGoal& goal, Field<float>& pressure,
                Field<Vec3f>& u);

  // Once a step, before it is solved: which walls answer.
  void meetWalls(PressureSystem& system, const FluidParticles& fluid,
                 const FluidSurroundings& around);
  const CompliantBoundary& answering() const { return answering_; }
  // What the pressures of the last solve gave to walls that answer, wallsBefore apart.
  const CompliantBoundary::Changes& wallChanges() const { return wallChanges_; }

 private:
  // Means over all particles.
  struct Residual {
    double dense = 0;  // too dense after the step
    double thin = 0;   // pushed apart too far, as far as lower pressure could mend it
    double cut = 0;    // what pressures below the floor do
    float worst = 0;   // the most that one of them does
    double sum() const { return dense + thin; }
    Residual operator+(const Residual& o) const {
      return {dense + o.dense, thin + o.thin, cut + o.cut, std::max(worst, o.worst)};
    }
  };
  struct Problem;
  Residual evaluate(const Problem& problem);
  Residual measure(const Problem& problem, Range chunk) const;
  double chooseDirection(const Problem& problem, double last);
  Residual follow(const Problem& problem);
  Residual relax(const Problem& problem);

  DfsphParams params_;
  Field<float> residual_;
  Field<float> direction_;  // Pa
  Field<float> response_;   // what following the direction adds to the residual
  Field<Vec3f> push_;       // m/s, what it adds to the velocity
  CompliantBoundary answering_;
  CompliantBoundary::Changes wallChanges_;    // m/s, by the pressures so far
  CompliantBoundary::Changes wallResponses_;  // by the direction
  CompliantBoundary::Changes wallSums_;       // by the pressures and before
};

}  // namespace shoal
