// Solver of the linear complementarity problem of incompressible fluid: pressures have a lower
// bound, no particle is compressed, and none expands while its pressure is above the bound,
//   P >= floor,  r(P) <= 0,  (P - floor) r(P) = 0,
// with the residual r the compression after a step beyond what the goal allows.
//
// The system is symmetric (see PressureSystem), which [BK15] does not make use of: its relaxed
// Jacobi iteration carries a change of pressure by one neighbourhood at a time. Here conjugate
// gradients with the diagonal as preconditioner do the same with a fraction of the passes.
// Particles at their bound whose residual is negative are held there. Steps may overshoot the bound
// slightly; where they overshoot further, pressures are cut at the bound and the search restarts.
//
// This is not the recurrence of core/conjugate_gradients.h. The set of free particles changes from
// step to step, so that the residual is no longer orthogonal to the last direction: the length of a
// step is p . r / p . A p instead of r . z / p . A p, directions are restricted to the set, and the
// search restarts when pressures are cut.
#pragma once

#include <algorithm>
#include <limits>

#include "shoal/sph/boundary/compliant_boundary.h"
#include "shoal/sph/boundary/wall_pressure.h"
#include "shoal/sph/fluid_params.h"
#include "shoal/sph/solvers/pressure_system.h"

namespace shoal {

// The fraction of a particle's compression that a step has to remove, and of its expansion that a
// step may take back.
struct CorrectionFraction {
  float ofWeak = 0;                                  // of compression up to `strong`
  float strong = std::numeric_limits<float>::max();  // as a share of the density
  float ofStrong = 0;                                // of what is beyond,
  float most = std::numeric_limits<float>::max();    // no more than this
  // Expansion up to this is taken back like weak compression; what is beyond, at once.
  float slightExpansion = 0;

  float of(float excess) const {
    if (excess < 0) {
      const float slight = std::max(excess, -slightExpansion);
      return ofWeak * slight + (excess - slight);
    }
    const float beyond = std::max(0.0f, excess - strong);
    return ofWeak * (excess - beyond) + std::min(ofStrong * beyond, most);
  }
};

struct PressureGoal {
  static constexpr double kRounding = 2e-6;

  // One asks for the rest density at the end of the step, zero for velocities without compression.
  // Fluid below the rest density may contract up to it.
  CorrectionFraction correctionFraction;
  // Share of the boundary in the density of a particle (PressureSystem::boundaryShare) that may not
  // be exceeded, however few neighbours it has: beyond it has entered a wall.
  float wallContact = std::numeric_limits<float>::max();
  // Compression times density at rest, per pascal, that stays: in a closed box that is filled a
  // little too much, pressure would grow in every step.
  float softness = 0;
  // m/s^2, up to which accelerations add to the pressures of samples, see WallPressure::weights.
  float mostWeight = 0;
  PressureSystem::Before before;
  float dt;          // s
  double error;      // mean residual allowed
  double reduction;  // share of the first residual allowed
  // The same of the fluid near bodies by itself, whose residual shows as noise of the force on
  // them.
  double reductionBesideBodies = 1;
  // Mean residual that is allowed whatever the first one was: by default the rounding of floats.
  double finest = kRounding;
  // Pa, pressures of an earlier solve that this one may take back: the floor is minus these. Null:
  // zero.
  const float* reclaimable = nullptr;
  // Velocity changes of compliant samples in the step before pressure acts; null: none.
  const CompliantBoundary::Changes* boundaryBefore = nullptr;
  // The compression that a step has to remove, of a particle of relative density 1 + excess. One
  // that a body presses on a wall cannot leave both at once: beside bodies contact is bounded, too.
  float toRemove(float excess, float boundaryShare, bool besideBody = false) const {
    const float wanted = correctionFraction.of(excess);
    if (!(boundaryShare > 0)) return wanted;
    const float entered = boundaryShare - wallContact;
    return std::max(wanted, besideBody ? std::min(entered, correctionFraction.most) : entered);
  }
  float floor(std::size_t i) const { return reclaimable ? -reclaimable[i] : 0.0f; }
};

class PressureIteration {
 public:
  PressureIteration(const IterationParams& params, FluidParticles& fluid);

  struct Outcome {
    int iterations = 0;
    double error = 0;  // mean of what is too dense, as a share of the density
  };
  // Improves `pressure`, in Pa (P / s^2), from where it is; u becomes the velocity it leads to.
  Outcome solve(const PressureSystem& system, const FluidParticles& fluid,
                const FluidSurroundings& around, const PressureGoal& goal, Field<float>& pressure,
                Field<Vec3f>& u);

  // Once a step, before it is solved: finds the boundary samples near fluid that have pressures,
  // and those that are compliant.
  void findSamples(PressureSystem& system, const FluidParticles& fluid,
                   const FluidSurroundings& around);
  // Pressures of samples by P and, as in the last solve, by weight; empty where none has one.
  WallPressure::BySample samplePressures(const FluidSurroundings& around,
                                         std::span<const float> P) const;
  const CompliantBoundary& compliantBoundary() const { return compliant_; }
  std::size_t bytes() const { return walls_.bytes(); }  // besides fields of the fluid
  // Velocity changes of compliant samples by the pressures of the last solve, without
  // PressureGoal::boundaryBefore.
  const CompliantBoundary::Changes& boundaryChanges() const { return boundaryChanges_; }

 private:
  // Means over all particles, but for the slope.
  struct Residual {
    double dense = 0;       // too dense after the step
    double thin = 0;        // expanded too far, as far as lower pressure could correct it
    double cut = 0;         // effect of pressures below the floor
    float worst = 0;        // largest effect of a single one
    double nearBodies = 0;  // sum() over the particles near compliant samples alone, if it counts
    double slope = 0;       // Pa, the sum of the residual times itself preconditioned
    double sum() const { return dense + thin; }
    Residual operator+(const Residual& o) const {
      return {dense + o.dense,           thin + o.thin,  cut + o.cut, std::max(worst, o.worst),
              nearBodies + o.nearBodies, slope + o.slope};
    }
  };
  struct Problem;
  Residual evaluate(const Problem& problem);
  Residual measure(const Problem& problem, Range chunk);
  void chooseDirection(const Problem& problem, double slope, double last);
  Residual follow(const Problem& problem);
  Residual relax(const Problem& problem);

  // Whether what weight adds to the pressures of samples acts as well.
  enum class Weight { Acts, IsLeftOut };
  void applyPressure(const Problem& problem, const Field<float>& pressure,
                     const PressureSystem::Before& before, Field<Vec3f>& u,
                     CompliantBoundary::Changes& changes, Weight weight);

  IterationParams params_;
  Field<float> residual_;
  Field<float> direction_;  // Pa
  // Change of the residual along the direction; from one direction to the next the preconditioned
  // residual, in Pa, zero where pressure is not free to change.
  Field<float> response_;
  Field<Vec3f> velocityResponse_;  // m/s, change of the velocity along it
  WallPressure walls_;
  WallPressure::BySample wallPressures_, wallRates_;
  WallPressure::BySample wallWeights_;  // empty unless PressureGoal::mostWeight
  CompliantBoundary compliant_;
  CompliantBoundary::Changes boundaryChanges_;    // m/s, by the pressures so far
  CompliantBoundary::Changes boundaryResponses_;  // by the direction
  CompliantBoundary::Changes boundarySums_;       // by the pressures and before
};

}  // namespace shoal
