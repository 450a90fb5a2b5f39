#include "shoal/sph/solvers/pressure_iteration.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shoal {

namespace {

// Of a Jacobi update. Above about 0.5 it diverges: a particle's update overlaps its neighbours'.
constexpr float kRelaxation = 0.5f;

// Fractions of the allowed residual, and of the present one, that pressures below the floor may
// make up before they are cut.
constexpr double kCutAtEnd = 0.2, kCutNow = 0.5;
// Limit for a single one at the end: a mean over many particles would not bound the tension that
// one of them exerts on its neighbours.
constexpr float kWorstAtEnd = 0.01f;

// a += b, where there is any b.
void addTo(WallPressure::BySample& a, const WallPressure::BySample& b) {
  for (std::size_t k = 0; k < b.size(); ++k) a[k] += b[k];
}

}  // namespace

struct PressureIteration::Problem {
  const PressureSystem& system;
  const FluidParticles& fluid;
  const FluidSurroundings& around;
  const PressureGoal& goal;
  Field<float>& pressure;
  Field<Vec3f>& u;

  std::size_t size() const { return fluid.size(); }
  const NeighbourList& near() const { return around.near.fluidOfFluid; }

  // Added to the diagonal: softness, and what a particle that is caught between surfaces lacks. It
  // lets pressure reduce the residual without motion: such a particle may stay compressed.
  float compliance(std::size_t i) const {
    const OfPhase& phase = phases.size() == 1 ? phases[0] : phases[fluid.phase[i]];
    return std::max(0.0f, phase.leastDiagonal - system.diagonal()[i]) * sq(goal.dt) +
           phase.softness;
  }

  // Decrease of the particle's own density by one pascal in a step.
  float diagonal(std::size_t i) const { return system.diagonal()[i] * sq(goal.dt) + compliance(i); }

  struct OfPhase {
    float leastDiagonal;  // see PressureSystem, by the density at rest
    float softness;       // the same of PressureGoal
  };
  std::vector<OfPhase> phases = ofPhases();

  std::vector<OfPhase> ofPhases() const {
    std::vector<OfPhase> values;
    for (const float density : fluid.phases.density)
      values.push_back({system.leastDiagonal() / density, goal.softness / density});
    return values;
  }
};

PressureIteration::PressureIteration(const IterationParams& params, FluidParticles& fluid)
    : params_(params),
      residual_(fluid.set, "pressureResidual", Role::Scratch),
      direction_(fluid.set, "pressureDirection", Role::Scratch),
      response_(fluid.set, "residualResponse", Role::Scratch),
      velocityResponse_(fluid.set, "velocityResponse", Role::Scratch) {}

PressureIteration::Outcome PressureIteration::solve(const PressureSystem& system,
                                                    const FluidParticles& fluid,
                                                    const FluidSurroundings& around,
                                                    const PressureGoal& goal,
                                                    Field<float>& pressure, Field<Vec3f>& u) {
  const Problem problem{system, fluid, around, goal, pressure, u};
  wallWeights_.clear();
  if (walls_.any() && goal.mostWeight > 0)
    walls_.weights(fluid, around, pressure.data(), goal.before.a, goal.mostWeight, wallWeights_);
  const bool conjugate = params_.iteration == LinearIteration::ConjugateGradients;
  Residual residual = evaluate(problem);
  const double allowed =
      std::min(goal.error, std::max(goal.finest, goal.reduction * residual.sum()));
  const double allowedBesideBodies =
      std::min(allowed, std::max(goal.finest, goal.reductionBesideBodies * residual.nearBodies));
  Outcome outcome;
  double last = 0;  // of the direction that was followed; 0: none
  const auto solved = [&] {
    return residual.sum() <= allowed && residual.nearBodies <= allowedBesideBodies &&
           outcome.iterations >= params_.minIterations;
  };
  while (!solved() && outcome.iterations < params_.maxIterations) {
    ++outcome.iterations;
    if (!conjugate) {
      residual = relax(problem);
      continue;
    }
    chooseDirection(problem, residual.slope, last);
    last = residual.slope;
    if (!(last > 0)) break;
    residual = follow(problem);
    const bool ends = solved() || outcome.iterations == params_.maxIterations;
    if (residual.cut > (ends ? kCutAtEnd * allowed : kCutNow * residual.sum()) ||
        (ends && residual.worst > kWorstAtEnd)) {
      residual = evaluate(problem);
      last = 0;
    }
  }
  outcome.error = residual.dense;
  return outcome;
}

void PressureIteration::findSamples(PressureSystem& system, const FluidParticles& fluid,
                                    const FluidSurroundings& around) {
  wallWeights_.clear();
  walls_.build(fluid, around);
  if (walls_.any()) walls_.addToDiagonal(fluid, around, system.gradientSums(), system.diagonal());
  compliant_.build(fluid, around);
  boundaryChanges_ = boundaryResponses_ = compliant_.none();
  if (compliant_.any()) compliant_.addToDiagonal(fluid, around, system.diagonal());
}

WallPressure::BySample PressureIteration::samplePressures(const FluidSurroundings& around,
                                                          std::span<const float> P) const {
  WallPressure::BySample pressures = walls_.ofSamples(around, P);
  addTo(pressures, wallWeights_);
  return pressures;
}

// Sums the residual of a chunk, see Residual, and preconditions it where pressure is free to
// change, into response_, which follow() has used by then. In the mean over all fluid a small body
// could fall as if there was none around it; so fluid near bodies has to meet the tolerance by
// itself. (Not beside walls of one layer, whose figures are known without it.)
PressureIteration::Residual PressureIteration::measure(const Problem& problem, Range chunk) {
  std::array<float, kChunk> dense, thin, cut;  // first these, which lanes can do, then their sums
  const float* P = problem.pressure.data();
  const float* reclaimable = problem.goal.reclaimable;
  for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
    const std::size_t k = i - chunk.begin;
    const float floor = reclaimable ? -reclaimable[i] : 0.0f;
    const float r = residual_[i], d = problem.diagonal(i), above = (P[i] - floor) * d;
    dense[k] = std::max(0.0f, r);
    thin[k] = std::max(0.0f, std::min(above, -r));
    cut[k] = std::max(0.0f, -above);
    const bool free = (P[i] > floor) | (r > 0);
    response_[i] = (d > 0) & free ? r / d : 0.0f;
  }
  Residual mean;
  for (std::size_t k = 0; k < chunk.size(); ++k) {
    mean.dense += double(dense[k]);
    mean.thin += double(thin[k]);
    mean.cut += double(cut[k]);
    mean.worst = std::max(mean.worst, cut[k]);
    const std::size_t i = chunk.begin + k;
    mean.slope += double(response_[i]) * double(residual_[i]);
  }
  if (walls_.any() && compliant_.any())
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
      const std::size_t k = i - chunk.begin;
      if (compliant_.isNear(i)) mean.nearBodies += double(std::max(dense[k], thin[k]));
    }
  const auto n = static_cast<double>(problem.size());
  const auto near = static_cast<double>(std::max<std::size_t>(1, compliant_.particlesNear()));
  return {mean.dense / n, mean.thin / n,          mean.cut / n,
          mean.worst,     mean.nearBodies / near, mean.slope};
}

// u, and the velocity changes of compliant samples, after pressures acted for the step.
void PressureIteration::applyPressure(const Problem& problem, const Field<float>& pressure,
                                      const PressureSystem::Before& before, Field<Vec3f>& u,
                                      CompliantBoundary::Changes& changes, Weight weight) {
  const float dt = problem.goal.dt;
  if (walls_.any()) walls_.extrapolate(problem.around, pressure.data(), wallPressures_);
  if (weight == Weight::Acts) addTo(wallPressures_, wallWeights_);
  parallelChunks(problem.size(), [&](Range chunk, std::size_t) {
    problem.system.applyPressure(problem.fluid, problem.near(), pressure.data(), before, dt,
                                 u.data(), chunk);
    if (walls_.any())
      walls_.accelerate(problem.fluid, problem.around, wallPressures_, dt, u.data(), chunk);
  });
  if (compliant_.any())
    compliant_.respond(
        problem.fluid, problem.around, pressure.data(),
        walls_.any() ? std::span<const float>(wallPressures_) : std::span<const float>(), dt,
        changes);
}

// Cuts pressures at the floor and computes velocities and residual from them.
PressureIteration::Residual PressureIteration::evaluate(const Problem& problem) {
  const FluidParticles& fluid = problem.fluid;
  const PressureGoal& goal = problem.goal;
  Field<float>& pressure = problem.pressure;
  parallelFor(fluid.size(),
              [&](std::size_t i) { pressure[i] = std::max(pressure[i], goal.floor(i)); });
  applyPressure(problem, pressure, goal.before, problem.u, boundaryChanges_, Weight::Acts);
  if (compliant_.any()) {
    boundarySums_ = boundaryChanges_;
    if (goal.boundaryBefore) compliant_.add(*goal.boundaryBefore, 1, boundarySums_);
  }
  if (walls_.any())
    walls_.rates(
        problem.around, problem.u.data(), true,
        compliant_.any() ? std::span<const Vec3f>(boundarySums_) : std::span<const Vec3f>(),
        wallRates_);
  return parallelSumOfChunks(fluid.size(), Residual{}, [&](Range chunk) {
    problem.system.rate(problem.near(), problem.u.data(), residual_.data(), chunk);
    if (compliant_.any())
      compliant_.subtractRate(fluid, problem.around, boundarySums_, residual_.data(), chunk);
    if (walls_.any()) walls_.addRates(problem.around, wallRates_, residual_.data(), chunk);
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
      const bool besideBody = compliant_.any() && compliant_.isNear(i);
      residual_[i] = goal.dt * residual_[i] +
                     goal.toRemove(fluid.s[i] - 1, problem.system.boundaryShare()[i], besideBody) -
                     problem.compliance(i) * pressure[i];
    }
    return measure(problem, chunk);
  });
}

// The preconditioned residual, made conjugate to the last direction; `slope` is its scalar product
// with the residual, `last` what that was in the last direction, or 0 if there is none to go on
// with.
void PressureIteration::chooseDirection(const Problem& problem, double slope, double last) {
  const bool first = !(last > 0);
  const float again = first ? 0.0f : static_cast<float>(slope / last);
  parallelFor(problem.size(), [&](std::size_t i) {
    const float now = response_[i];
    direction_[i] = first || now == 0 ? now : now + again * direction_[i];
  });
}

// Moves along the direction to the minimum of the quadratic form.
PressureIteration::Residual PressureIteration::follow(const Problem& problem) {
  const float dt = problem.goal.dt;
  applyPressure(problem, direction_, {}, velocityResponse_, boundaryResponses_, Weight::IsLeftOut);
  if (walls_.any())
    walls_.rates(problem.around, velocityResponse_.data(), false, boundaryResponses_, wallRates_);
  struct Products {
    double curvature = 0, slope = 0;
    Products operator+(const Products& o) const {
      return {curvature + o.curvature, slope + o.slope};
    }
  };
  const auto along = parallelSumOfChunks(problem.size(), Products{}, [&](Range chunk) {
    problem.system.rateBesideRestingBoundary(problem.near(), velocityResponse_.data(),
                                             response_.data(), chunk);
    if (compliant_.any())
      compliant_.subtractRate(problem.fluid, problem.around, boundaryResponses_, response_.data(),
                              chunk);
    if (walls_.any()) walls_.addRates(problem.around, wallRates_, response_.data(), chunk);
    Products sum;
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
      response_[i] = dt * response_[i] - problem.compliance(i) * direction_[i];
      sum.curvature -= double(direction_[i]) * double(response_[i]);
      sum.slope += double(direction_[i]) * double(residual_[i]);
    }
    return sum;
  });
  const auto step = along.curvature > 0 ? static_cast<float>(along.slope / along.curvature) : 0.0f;
  compliant_.add(boundaryResponses_, step, boundaryChanges_);
  return parallelSumOfChunks(problem.size(), Residual{}, [&](Range chunk) {
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
      problem.pressure[i] += step * direction_[i];
      problem.u[i] += step * velocityResponse_[i];
      residual_[i] += step * response_[i];
    }
    return measure(problem, chunk);
  });
}

// The iteration of [BK15].
PressureIteration::Residual PressureIteration::relax(const Problem& problem) {
  parallelFor(problem.size(), [&](std::size_t i) {
    const float d = problem.diagonal(i);
    problem.pressure[i] += d > 0 ? kRelaxation * residual_[i] / d : 0.0f;
  });
  return evaluate(problem);
}

}  // namespace shoal
