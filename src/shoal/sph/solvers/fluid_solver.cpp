#include "shoal/sph/solvers/fluid_solver.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/timer.h"

namespace shoal {

namespace {

bool actsOverSteps(const FluidForces::value_type& force) { return force->actsOverSteps(); }

}  // namespace

void FluidSolver::changeVelocities(FluidParticles& fluid, std::span<const VelocityChange> changes) {
  for (const auto& [i, dv] : changes) fluid.v[i] += dv;
}

void FluidSolver::prepare(FluidParticles& fluid, const FluidSurroundings& around,
                          const FluidForces& forces, double time) {
  prepareState(fluid, around);
  {
    const Timed t{"fluid/forces"};
    parallelFor(fluid.size(), [&](std::size_t i) { fluid.a[i] = Vec3f{}; });
    for (const auto& force : forces) force->accelerate(fluid, around, time);
  }
  addAccelerations(fluid, around, time);
  solvedBefore_ = false;
}

void FluidSolver::solve(FluidParticles& fluid, const FluidSurroundings& around,
                        const FluidForces& forces, double dt) {
  const bool keeps =
      keepsAccelerations() && std::none_of(forces.begin(), forces.end(), actsOverSteps);
  if (!keeps) {
    prepared_.resize(fluid.size());
    parallelFor(fluid.size(), [&](std::size_t i) {
      if (solvedBefore_)
        fluid.a[i] = prepared_[i];
      else
        prepared_[i] = fluid.a[i];
    });
  }
  solvedBefore_ = true;
  addForcesOverStep(fluid, around, forces, dt);
  solvePressure(fluid, around, dt);
}

// See FluidForce::accelerateOver, which reads the integrated velocity as fluid.v: a velocity at
// whole steps that is only predicted would overshoot and oscillate.
void FluidSolver::addForcesOverStep(FluidParticles& fluid, const FluidSurroundings& around,
                                    const FluidForces& forces, double dt) {
  if (std::none_of(forces.begin(), forces.end(), actsOverSteps)) return;
  Field<Vec3f>& v = integratedVelocity(fluid);
  const bool other = &v != &fluid.v;
  if (other) std::swap_ranges(fluid.v.begin(), fluid.v.end(), v.begin());
  report_.forceIterations = 0;
  for (const auto& force : forces) {
    force->accelerateOver(fluid, around, impulseTime(dt));
    report_.forceIterations += force->iterations();
  }
  if (other) std::swap_ranges(fluid.v.begin(), fluid.v.end(), v.begin());
}

double FluidSolver::meanCompression(const FluidParticles& fluid) {
  const double sum = parallelSum(
      fluid.size(), 0.0, [&](std::size_t i) { return std::max(0.0, double(fluid.s[i]) - 1); });
  return sum / static_cast<double>(std::max<std::size_t>(1, fluid.size()));
}

double FluidSolver::largest(const Field<Vec3f>& field) {
  const float squared =
      parallelMax(field.size(), 0.0f, [&](std::size_t i) { return dot(field[i], field[i]); });
  return std::sqrt(double(squared));
}

void FluidSolver::setDriven(std::span<const std::uint32_t> particles) {
  driven_.assign(particles.begin(), particles.end());
  std::sort(driven_.begin(), driven_.end());
}

double FluidSolver::largestOfFree(const Field<Vec3f>& field) const {
  if (driven_.empty()) return largest(field);
  const float squared = parallelReduceChunks(
      field.size(), 0.0f,
      [&](Range r) {
        auto driven = std::lower_bound(driven_.begin(), driven_.end(), r.begin);
        float most = 0;
        for (std::size_t i = r.begin; i != r.end; ++i)
          if (driven != driven_.end() && *driven == i)
            ++driven;
          else
            most = std::max(most, dot(field[i], field[i]));
        return most;
      },
      [](float a, float b) { return std::max(a, b); });
  return std::sqrt(double(squared));
}

Vec3f FluidSolver::moved(const Vec3f& x, const Vec3f& v, float dt, float furthest) {
  const Vec3f way = dt * v;
  const float far = dot(way, way);
  return far <= sq(furthest) ? x + way : x + (furthest / std::sqrt(far)) * way;
}

}  // namespace shoal
